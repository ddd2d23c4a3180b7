/** Removes from React Router what routes with loaders need, which the app does not have: saves 2 KB of Brotli. */
export default source =>
  source
    .replace(/^\w+\.contextType = [^;]*;$/gm, '')
    .replace(/, dataRouterOpts\) {$/gm, ') {')
    .replace(/^ +let dataRouterState = dataRouterOpts.*$/m, '')
    .replace(/\bdataRouter(Opts|State)\b/g, 'undefined')
    .replace('isDataRoute ? useNavigateStable() : ', '')
    .replace(/let dataRouterContext = .*;$/gm, 'let dataRouterContext = null;');
