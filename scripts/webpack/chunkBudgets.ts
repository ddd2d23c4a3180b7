import { WebpackError, type Compilation, type Compiler } from 'webpack';

/** Budgets in Brotli bytes for the first load of each entry and named async chunk; `*` is for all other chunks. */
export type Budgets = Record<string, number>;

type Group = { name?: string | null; getFiles(): readonly string[]; isInitial(): boolean };

/**
 * Fails the build when a chunk exceeds its budget, so that growth is a decision. A chunk's size is that of its scripts
 * and styles after Brotli, without what the entries have already loaded.
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

/** A file that Brotli does not shrink is sent uncompressed. */
const sizeOf = (compilation: Compilation, file: string) =>
  (compilation.getAsset(`${file}.br`) ?? compilation.getAsset(file))?.source.size() ?? 0;

const report = (compilation: Compilation, message: string) =>
  compilation.errors.push(new WebpackError(`Budget: ${message}`));
