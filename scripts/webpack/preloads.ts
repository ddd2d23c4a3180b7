import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compiler } from 'webpack';

/** What the page asks for before a script does: chunks by name, and other addresses by what they are fetched as. */
export type PreloadTable = { chunks: readonly string[]; fetches: readonly string[] };

/** Puts `<link rel="preload">` into the page's head, so that what every visit needs does not wait for the entry. */
export class Preloads {
  constructor(private readonly table: PreloadTable) {}

  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('Preloads', compilation => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap('Preloads', data => {
        const files = this.table.chunks.flatMap(name => {
          const group = compilation.namedChunkGroups.get(name);
          if (!group) throw new Error(`The preload of '${name}' names no chunk.`);
          return group.getFiles();
        });
        const scripts = files
          .filter(file => file.endsWith('.js'))
          .map(file => link(data.publicPath + file, 'script'));
        const styles = files
          .filter(file => file.endsWith('.css'))
          .map(file => link(data.publicPath + file, 'style'));
        const fetches = this.table.fetches.map(href => ({
          ...link(href, 'fetch'),
          crossorigin: 'anonymous',
        }));
        for (const attributes of [...fetches, ...styles, ...scripts]) {
          data.headTags.push(HtmlWebpackPlugin.createHtmlTagObject('link', attributes));
        }
        return data;
      });
    });
  }
}

const link = (href: string, as: 'script' | 'style' | 'fetch') => ({ rel: 'preload', href, as });
