/**
 * `npm run service -- NAME`: prints the files that make the program a service of this machine at https://NAME: units
 * for systemd, a Caddyfile, the settings. `--install` writes them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemFiles } from './service/files';
import { install } from './service/install';
import { readOptions, ServiceError, type ServiceOptions } from './service/options';

const program = resolve(__dirname, '..');

function next({ backups, follow }: ServiceOptions): string {
  const folders = follow === null ? backups : `${backups} ${follow}`;
  const units = ['daywall', 'daywall-backup', ...(follow === null ? [] : ['daywall-follow'])].join(' ');
  return `Then, as root:

  systemd-sysusers
  install -d -o daywall -g daywall -m 700 ${folders}
  systemctl daemon-reload
  systemctl enable ${units}
  systemctl restart ${units}
  grep -q daywall.caddyfile /etc/caddy/Caddyfile || echo 'import daywall.caddyfile' >> /etc/caddy/Caddyfile
  systemctl reload-or-restart caddy
  npm run doctor -- --env /etc/daywall.env
`;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), program, process.execPath);
  const files = systemFiles(options);
  if (options.install) {
    if (!existsSync(resolve(program, 'dist/index.html')))
      throw new ServiceError(
        'The app is not built: run "npm ci && npm run build" first. Nothing was written.',
      );
    const changed = await install(files, options.root);
    console.log(changed.length > 0 ? `Wrote ${changed.join(', ')}.` : 'Everything is as it should be.');
  } else for (const { path, text } of files) console.log(`### ${path}\n${text}`);
  console.log(next(options));
}

main().catch((error: Error) => {
  console.error(error instanceof ServiceError ? error.message : error);
  process.exitCode = 1;
});
