// `npm run dev`: webpack-dev-server with hot reload in front of the real server, which listens on another port.
import { spawn } from 'node:child_process';
import { load } from './lib/typescript.mjs';

const port = process.env.PORT || '8080';
const names = ['localhost', '127.0.0.1', '[::1]'].map(name => `${name}:${port}`);
const allowed = [process.env.ALLOWED_HOSTS, ...names].filter(Boolean).join(',');

await load('server/main.ts').run({
  env: { ...process.env, PORT: '0', ALLOWED_HOSTS: allowed },
  announce: target => {
    const args = ['serve', '--mode', 'development', '--host', '127.0.0.1', '--port', port];
    const webpack = spawn(process.execPath, ['node_modules/webpack/bin/webpack.js', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEV_SERVER_TARGET: target },
    });
    process.on('exit', () => webpack.kill());
    webpack.on('close', code => process.exit(code ?? 1));
  },
});
