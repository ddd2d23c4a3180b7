import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compiler } from 'webpack';

/**
 * Inserts only the script of the entry `boot` into the page's head, so that it runs before the first paint. `data-app`
 * tells it the app's scripts, which it loads after its first frame is painted.
 */
export class BootFirst {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('BootFirst', compilation => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('BootFirst', data => {
        const isBoot = (script: HtmlWebpackPlugin.HtmlTagObject) =>
          /\/boot\.[^/]*$/.test(String(script.attributes.src));
        const { scripts } = data.assetTags;
        if (!scripts.some(isBoot)) return data; // a page of the benchmark
        const app = scripts.filter(script => !isBoot(script)).map(({ attributes }) => attributes.src);
        data.assetTags.scripts = scripts.filter(isBoot);
        for (const { attributes } of data.assetTags.scripts) {
          delete attributes.defer;
          attributes['data-app'] = app.join(' ');
        }
        return data;
      });
    });
  }
}
