import { readFileSync } from 'node:fs';
import path from 'node:path';
import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { GenerateSW } from 'workbox-webpack-plugin';

const { browserslist } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** `boot` runs before the app. Hot reload knows one runtime in a page, so in development the app runs in that of `boot`. */
const entries = production => ({
  boot: './src/boot.ts',
  main: production ? './src/index.tsx' : { import: './src/index.tsx', dependOn: 'boot' },
  ...(production && { worker: { import: './src/worker/worker.ts', chunkLoading: 'import-scripts' } }),
});

/** Paths that the embedded Firebase answers; the rest is the app's. Hot updates live under /assets/. */
const SERVER_PATHS =
  /^\/(\.ws|\.lp|__\/|healthz|(metrics|admin|feeds|push)(\/|\?|$)|v1\/|v2\/|identitytoolkit\.|securetoken\.)|^\/(?!assets\/).*\.json$/;

/** @returns {import('webpack').Configuration} */
export default (_env, { mode }) => {
  const production = mode === 'production';
  return {
    mode: production ? 'production' : 'development',
    target: 'browserslist', // those of package.json
    entry: entries(production),
    // A map names the build's folder, and so would change the hashes from which the minifier's names are made.
    devtool: !production && 'cheap-module-source-map',
    output: {
      path: path.resolve(import.meta.dirname, 'dist'),
      publicPath: '/',
      filename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [scripts(production, '.ts'), scripts(production, '.tsx'), styles(production)],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      emitOnErrors: !production,
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          parallel: false, // it is native: a process beside would only load it again
          extractComments: false,
          minimizerOptions: { compress: { ecma: 2022, passes: 3 }, format: { comments: false } },
        }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.esbuildMinify, parallel: false }),
      ],
      splitChunks: {
        cacheGroups: {
          // A chunk of our own with its package in one file; what several chunks need is shared all the same.
          defaultVendors: false,
          // Packages of the page's entry, in a file of their own that a release leaves in the browser's cache.
          // Not for workers, which load one file.
          packages: {
            name: 'packages',
            test: /[\\/]node_modules[\\/]/,
            chunks: ({ name }) => name === 'main',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      new HtmlWebpackPlugin({ template: 'public/index.html', inject: false, chunks: ['boot', 'main'] }),
      new MiniCssExtractPlugin({
        filename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
      }),
      new CopyPlugin({ patterns: [{ from: 'public', globOptions: { ignore: ['**/index.html'] } }] }),
      ...(production ? [compiledAhead(), serviceWorker(), ...compressed()] : []),
    ],
    performance: { hints: false }, // counts bytes before compression
    cache: production
      ? false
      : { type: 'filesystem', cacheDirectory: path.resolve(import.meta.dirname, '.cache/webpack') },
    stats: production ? 'errors-warnings' : 'minimal',
    devServer: devServer(),
  };
};

/** TypeScript and JSX for the browsers of package.json; modules stay ES modules, for tree shaking. */
const scripts = (production, ending) => ({
  test: file => file.endsWith(ending),
  exclude: /node_modules/,
  loader: 'swc-loader',
  options: {
    swcrc: false,
    env: { targets: browserslist, bugfixes: true },
    jsc: {
      parser: { syntax: 'typescript', tsx: ending === '.tsx' },
      transform: {
        react: { runtime: 'automatic', development: !production },
        verbatimModuleSyntax: true,
      },
    },
  },
});

/** `*.module.css` is a module of class names (`import styles from`), any other sheet is global. */
const styles = production => ({
  test: /\.css$/,
  use: [
    MiniCssExtractPlugin.loader,
    {
      loader: 'css-loader',
      options: {
        modules: {
          auto: true,
          namedExport: false,
          exportLocalsConvention: 'as-is',
          localIdentName: production ? '[local]_[hash:base64:5]' : '[name]__[local]',
        },
      },
    },
  ],
});

/**
 * V8 compiles each function of the app's first files while they arrive, on a thread beside the page's, instead of
 * at its first call (https://v8.dev/blog/explicit-compile-hints). Other engines read a comment.
 */
const compiledAhead = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    include: /assets[\\/](main|packages)\..*js$/,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, // the minimizer takes comments out
  });

/** Everything the app needs to open without network; what the server answers is left to the network. */
const serviceWorker = () =>
  new GenerateSW({
    swDest: 'sw.js',
    inlineWorkboxRuntime: true,
    importScriptsViaChunks: ['worker'],
    sourcemap: false,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    exclude: [/answering\./, /\.(br|gz)$/, /^sw\.js/, /^404\.html/, /^databases\.json/],
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [SERVER_PATHS],
  });

/** Each text file once more as .br and .gz, so that no server spends time on it. */
function compressed() {
  const common = { test: /\.(js|css|html|svg|json|webmanifest|txt)$/, minRatio: 0.95, threshold: 0 };
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants;
  return [
    new CompressionPlugin({ ...common, algorithm: 'gzip', compressionOptions: { level: 9 } }),
    new CompressionPlugin({
      ...common,
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } },
    }),
  ];
}

/**
 * `webpack serve`: the app with hot reload, in front of the server that DEV_SERVER_TARGET names.
 * @returns {import('webpack-dev-server').Configuration}
 */
function devServer() {
  const target = process.env.DEV_SERVER_TARGET;
  return {
    host: 'localhost',
    port: Number(process.env.PORT ?? 8080),
    hot: true,
    historyApiFallback: true,
    static: false,
    client: { overlay: { warnings: false } },
    // The browser's own Host goes through, because the database tells the SDK to reconnect to it.
    proxy: target ? [{ context: at => SERVER_PATHS.test(at), target, ws: true }] : [],
  };
}
