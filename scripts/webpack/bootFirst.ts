import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compiler } from 'webpack';

/**
 * Runs the script of the entry `boot` where it stands in the page's head, before anything is painted: it shows the
 * person's theme and size of text. The others are deferred.
 */
export class BootFirst {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('BootFirst', compilation => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('BootFirst', data => {
        for (const { attributes } of data.assetTags.scripts)
          if (/\/boot\.[^/]*$/.test(String(attributes.src))) delete attributes.defer;
        return data;
      });
    });
  }
}
