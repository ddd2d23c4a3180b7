import { createHash } from 'node:crypto';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Compiler } from 'webpack';

/**
 * Requests the app's scripts with the page, and without a session the login form's files. First rows
 * (src/device/firstRows.ts) would be delayed by them. The content security policy in firebase.json allows this text by
 * its hash, so it names no file.
 */
export const PRELOAD =
  `try{const keys=Object.keys(localStorage),{app,auth}=document.currentScript.dataset;` +
  `keys.some(key=>key.startsWith('daywall:first:'))||` +
  `(keys.includes('userData')?app:app+' '+auth).split(' ').forEach(href=>document.head.append(` +
  `Object.assign(document.createElement('link'),{rel:'preload',as:/css$/.test(href)?'style':'script',href})))}catch{}`;

/** The source of `PRELOAD` in a content security policy. */
export const preloadSource = `'sha256-${createHash('sha256').update(PRELOAD).digest('base64')}'`;

const isStyleSheet = (file: string) => file.endsWith('.css');

/**
 * Inserts only `PRELOAD` and the script of the entry `boot` into the head, to run before the first paint. `data-app`
 * names the app's scripts, which `boot` runs after its first frame, `data-wall` and `data-auth` the files of the wall's
 * frame and of the login form.
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
        const filesOf = (chunk: string) =>
          (compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []).map(file => `/${file}`);
        const wall = [...sources.filter(isOfWall), ...filesOf('wall').filter(isStyleSheet)];
        const attributes = {
          'data-app': sources.filter(source => !isOfWall(source)).join(' '),
          'data-wall': wall.join(' '),
          'data-auth': filesOf('auth').join(' '),
        };
        const preload = { ...boot, attributes, innerHTML: PRELOAD };
        delete boot.attributes.defer;
        data.assetTags.scripts = [preload, boot];
        return data;
      });
    });
  }
}
