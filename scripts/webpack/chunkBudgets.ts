import { WebpackError, type Compilation, type Compiler } from 'webpack';

/** Brotli bytes that each entry or named async chunk may cost on its first load; `*` is every chunk not named. */
export type Budgets = Record<string, number>;

type Group = { name?: string | null; getFiles(): readonly string[]; isInitial(): boolean };

/**
 * Fails the build when a chunk costs more than the table says, so that growth is a decision.
 * A chunk costs its scripts and styles after brotli, without what the entries have already loaded.
 */
export class ChunkBudgets {
  constructor(private readonly budgets: Budgets) {}

  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('ChunkBudgets', compilation => {
      compilation.hooks.afterProcessAssets.tap('ChunkBudgets', () => this.check(compilation));
    });
  }

  private check(compilation: Compilation) {
    const logger = compilation.compiler.getInfrastructureLogger('ChunkBudgets');
    const groups: Group[] = compilation.chunkGroups;
    const loadedFirst = new Set(groups.filter(group => group.isInitial()).flatMap(group => group.getFiles()));
    const names = new Set(groups.map(group => group.name));
    for (const name of Object.keys(this.budgets)) {
      if (name !== '*' && !names.has(name)) report(compilation, `The budget of '${name}' names no chunk.`);
    }
    for (const group of groups) {
      const files = group.getFiles().filter(file => /\.(js|css)$/.test(file));
      const own = group.isInitial() ? files : files.filter(file => !loadedFirst.has(file));
      const size = own.reduce((sum, file) => sum + sizeOf(compilation, file), 0);
      const budget = this.budgets[group.name ?? '*'] ?? this.budgets['*'] ?? Infinity;
      logger.info(`${group.name ?? own.join(', ')}: ${size} of ${budget} bytes`);
      if (size > budget) {
        report(
          compilation,
          `'${group.name ?? own.join(', ')}' is ${size} bytes of brotli; its budget is ${budget}.`,
        );
      }
    }
  }
}

/** A file too small to gain from brotli is sent as it is, and costs that. */
const sizeOf = (compilation: Compilation, file: string) =>
  (compilation.getAsset(`${file}.br`) ?? compilation.getAsset(file))?.source.size() ?? 0;

const report = (compilation: Compilation, message: string) =>
  compilation.errors.push(new WebpackError(`Budget: ${message}`));
