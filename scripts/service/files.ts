import { dirname } from 'node:path';
import type { ServiceOptions } from './options';

/** A system file, by its absolute path. */
export type SystemFile = { path: string; text: string };

/** The first line of every file: an installation overwrites only files that begin with it. */
export const MARK =
  '# Written by "npm run service" of Daywall; run it again after the program or Node has moved.';

/** All files of the service, in the order of installation. */
export function systemFiles(options: ServiceOptions): SystemFile[] {
  return [
    file('/etc/sysusers.d/daywall.conf', 'u daywall - "Daywall" /var/lib/daywall'),
    file('/etc/daywall.env', environment(options)),
    file('/etc/systemd/system/daywall.service', server(options)),
    file('/etc/systemd/system/daywall-backup.service', backups(options)),
    ...(options.follow === null
      ? []
      : [file('/etc/systemd/system/daywall-follow.service', follower(options, options.follow))]),
    file('/etc/caddy/daywall.caddyfile', `${options.name} {\n\treverse_proxy 127.0.0.1:${options.port}\n}`),
  ];
}

const file = (path: string, text: string): SystemFile => ({ path, text: `${MARK}\n${text}\n` });

/** The variables listed in docs/server-limits.md; `npm run doctor` reads the same file. */
const environment = ({ name, port, data, backups: folder, follow }: ServiceOptions) =>
  [
    'NODE_ENV=production',
    'HOST=127.0.0.1',
    `PORT=${port}`,
    `DATA_DIR=${data}`,
    `BACKUP_DIR=${folder}`,
    `PUBLIC_URL=https://${name}`,
    'TRUST_PROXY=1',
    ...(follow === null ? [] : [`FOLLOW_DIR=${follow}`]),
  ].join('\n');

const server = (options: ServiceOptions) => `[Unit]
Description=Daywall at https://${options.name}
Wants=network-online.target
After=network-online.target time-sync.target

[Service]
Type=exec
ExecStart=${options.node} scripts/serve.mjs
ExecReload=/bin/kill -HUP $MAINPID
EnvironmentFile=-/etc/daywall.secrets.env
LimitNOFILE=65536
${common(options, options.backups)}
[Install]
WantedBy=multi-user.target`;

const backups = (options: ServiceOptions) => `[Unit]
Description=Daily backups of Daywall
After=daywall.service

[Service]
Type=exec
ExecStart=${options.node} --import tsx scripts/backup.ts --every 24h --keep 14 ${options.backups}
${common(options, options.backups)}
[Install]
WantedBy=multi-user.target`;

/** If its disk is missing, systemd retries every five seconds. */
const follower = (options: ServiceOptions, folder: string) => `[Unit]
Description=Every write of Daywall on a second disk
After=daywall.service

[Service]
Type=exec
ExecStart=${options.node} --import tsx scripts/backup.ts --follow ${folder}
${common(options, folder)}
[Install]
WantedBy=multi-user.target`;

/** The part that all units share; each writes to one folder besides the program's own. V8 makes its code at run time, so \`MemoryDenyWriteExecute\` would end it. */
const common = (options: ServiceOptions, folder: string) => `User=daywall
Group=daywall
WorkingDirectory=${options.program}
EnvironmentFile=/etc/daywall.env
Restart=on-failure
RestartSec=5
TimeoutStopSec=20
UMask=0077
StateDirectory=daywall daywall/data daywall/backups
StateDirectoryMode=0700
ReadWritePaths=${folder}
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
${home(options)}
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
IPAddressDeny=any
IPAddressAllow=localhost
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
`;

/** Home folders are hidden, except the folders of the program and of Node if they are in one. */
function home({ program, node }: ServiceOptions): string {
  const inHome = [program, dirname(dirname(node))].filter(path => /^\/(home|root|run\/user)\//.test(path));
  if (inHome.length === 0) return 'ProtectHome=yes';
  return `ProtectHome=tmpfs\nBindReadOnlyPaths=${inHome.join(' ')}`;
}
