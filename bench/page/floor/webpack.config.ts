import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration } from 'webpack';
import product from '../../../webpack.config';

/** The app's own settings with another entry, so that the floor is built equally well. */
export default (env: unknown): Configuration => {
  const config = product(env, { mode: 'production' });
  const own = ['HtmlWebpackPlugin', 'CopyPlugin', 'GenerateSW'];
  const shared = config.plugins!.filter(plugin => !own.includes(plugin!.constructor.name));
  const page = (name: string, chunks: string[]) =>
    new HtmlWebpackPlugin({
      template: path.join(__dirname, `${name}.html`),
      filename: `floor/${name}.html`,
      chunks,
      scriptLoading: 'defer',
      inject: 'head',
    });
  return {
    ...config,
    entry: { floor: path.join(__dirname, 'list.tsx') },
    output: { ...config.output, clean: false },
    plugins: [page('list', ['floor', 'packages']), page('empty', []), ...shared],
  };
};
