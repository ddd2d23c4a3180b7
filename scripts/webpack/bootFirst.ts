import { createHash } from 'node:crypto';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compiler } from 'webpack';

/**
 * Requests the app's scripts with the page, unless the device has first rows (src/device/firstRows.ts), whose frame they
 * would delay. The content security policy in firebase.json allows this text by its hash, so it names no script itself.
 */
export const PRELOAD =
  `try{Object.keys(localStorage).some(key=>key.startsWith('daywall:first:'))||` +
  `document.currentScript.dataset.app.split(' ').forEach(href=>document.head.append(` +
  `Object.assign(document.createElement('link'),{rel:'preload',as:'script',href})))}catch{}`;

/** The source of `PRELOAD` in a content security policy. */
export const preloadSource = `'sha256-${createHash('sha256').update(PRELOAD).digest('base64')}'`;

const isStyleSheet = (file: string) => file.endsWith('.css');

/**
 * Inserts only `PRELOAD` and the script of the entry `boot` into the page's head, so that they run before the first
 * paint. `data-app` names the app's scripts, which `boot` runs after its first frame; `data-wall` the files for a frame of
 * the wall.
 */
export class BootFirst {
  apply(compiler: Compiler) {
    compiler.hooks.compilation.tap('BootFirst', compilation => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('BootFirst', data => {
        const isBoot = (script: HtmlWebpackPlugin.HtmlTagObject) =>
          /\/boot\.[^/]*$/.test(String(script.attributes.src));
        const { scripts } = data.assetTags;
        const boot = scripts.find(isBoot);
        if (!boot) return data; // a page of the benchmark
        const sources = scripts
          .filter(script => script !== boot)
          .map(({ attributes }) => String(attributes.src));
        const isOfWall = (source: string) => /\/first-wall\.[^/]*$/.test(source);
        const styles = compilation.namedChunkGroups.get('wall')?.getFiles().filter(isStyleSheet) ?? [];
        const wall = [...sources.filter(isOfWall), ...styles.map(file => `/${file}`)];
        const attributes = {
          'data-app': sources.filter(source => !isOfWall(source)).join(' '),
          'data-wall': wall.join(' '),
        };
        const preload = { ...boot, attributes, innerHTML: PRELOAD };
        delete boot.attributes.defer;
        data.assetTags.scripts = [preload, boot];
        return data;
      });
    });
  }
}
