// Runs Firebase's Hosting and Auth emulators as one process: `emulators.cjs PACKAGES PROJECT HOSTING_PORT AUTH_PORT`,
// where PROJECT is a folder with firebase.json. Starts them as the CLI does, without its check for news and updates.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [packages, cwd, hostingPort, authPort] = process.argv.slice(2);
process.env.XDG_CONFIG_HOME = join(cwd, '.config');
const tools = createRequire(join(packages, 'package.json'));
const { Config } = tools('firebase-tools/lib/config');
const hosting = tools('firebase-tools/lib/serve/hosting');
const { AuthEmulator } = tools('firebase-tools/lib/emulator/auth');

/** Projects named demo-… do not exist, so the tools contact nobody. */
const projectId = 'demo-daywall';
const host = '127.0.0.1';

async function start() {
  const options = { cwd, project: projectId, projectId, site: projectId, host, port: Number(hostingPort) };
  options.config = Config.load(options);
  await hosting.start(options);
  await new AuthEmulator({ projectId, host, port: Number(authPort) }).start();
  console.log('ready');
}
start().catch(error => {
  console.error(error);
  process.exit(1);
});
process.once('disconnect', () => process.exit());
