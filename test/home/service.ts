import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemFiles } from '../../scripts/service/files';
import { readOptions } from '../../scripts/service/options';

const root = resolve(__dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'daywall-service-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** The highest exposure that `systemd-analyze security` may report; 10 is a service without restrictions. */
const MOST_EXPOSED = 1.3;
/** Caddy makes the certificate for a name like this itself. */
const NAME = 'tasks.localhost';
const files = systemFiles(
  readOptions([NAME, '--follow', '/mnt/other/daywall'], '/opt/daywall', '/usr/bin/node'),
);
const units = files.filter(({ path }) => path.endsWith('.service'));

function run(command: string, args: string[], options: { cwd?: string } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (error) throw new Error(`${command} can't be run: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}

async function verifyUnits(): Promise<void> {
  for (const { path, text } of units) writeFileSync(join(work, path.split('/').at(-1)!), text);
  const paths = units.map(({ path }) => join(work, path.split('/').at(-1)!));
  // The program's folder and Node have other paths on this machine.
  const says = run('systemd-analyze', ['verify', '--man=no', ...paths]);
  const complaints = says.split('\n').filter(line => line && !/is not executable|No such file/.test(line));
  if (complaints.length > 0) throw new Error(complaints.join('; '));
  const most = String(MOST_EXPOSED * 10);
  for (const path of paths)
    run('systemd-analyze', ['security', '--offline=yes', `--threshold=${most}`, path]);
}

async function validateCaddyfile(): Promise<void> {
  const file = join(work, 'Caddyfile');
  writeFileSync(file, files.find(({ path }) => path.endsWith('.caddyfile'))!.text);
  run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
}

/**
 * The script that runs once systemd is up: the commands of `npm run service`, and the health of the services that
 * they start.
 */
const INSIDE = `set -x
cd /opt/daywall
systemd-sysusers
install -d -o daywall -g daywall -m 700 /var/lib/daywall/backups
systemctl daemon-reload
systemctl restart daywall
for try in $(seq 60); do curl -sf http://127.0.0.1:8080/healthz && break; sleep 1; done
echo "127.0.0.1 ${NAME}" >> /etc/hosts
grep -q daywall.caddyfile /etc/caddy/Caddyfile || echo 'import daywall.caddyfile' >> /etc/caddy/Caddyfile
systemctl reload-or-restart caddy
authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
for try in $(seq 60); do [ -f $authority ] && break; sleep 1; done
systemctl restart daywall-backup
for try in $(seq 60); do ls /var/lib/daywall/backups | grep -q . && break; sleep 1; done
systemctl show daywall daywall-backup --property=Id,ActiveState,NRestarts > /res/state
grep Seccomp: /proc/$(systemctl show daywall --property=MainPID --value)/status > /res/seccomp
set -a; . /etc/daywall.env; set +a
export NODE_EXTRA_CA_CERTS=$authority
node --import tsx scripts/doctor.ts --env /etc/daywall.env > /res/doctor 2>&1
echo $? > /res/code
systemctl reload daywall; systemctl restart daywall
curl -sf --retry 30 --retry-connrefused --retry-delay 1 http://127.0.0.1:8080/healthz > /res/again
journalctl -u daywall -u caddy --no-pager > /res/journal 2>&1
systemctl poweroff
`;

/** Boots systemd on a temporary layer over this machine's root, and runs the script there. */
async function bootService(): Promise<void> {
  const results = join(work, 'results');
  mkdirSync(results);
  const layer = join(work, 'layer');
  mkdirSync(layer);
  writeFileSync(join(results, 'inside.sh'), INSIDE);
  const script = `
mount -t tmpfs tmpfs ${layer}; mkdir ${layer}/up ${layer}/work ${layer}/root
mount -t overlay overlay -o lowerdir=/,upperdir=${layer}/up,workdir=${layer}/work ${layer}/root
R=${layer}/root
cd ${root}
node --import tsx scripts/service.ts ${NAME} --install --root $R > ${results}/install
sed -i 's#${root}#/opt/daywall#' $R/etc/systemd/system/daywall*.service
mkdir -p $R/opt/daywall $R/etc/systemd/system/multi-user.target.wants
printf '[Service]\\nType=oneshot\\nStandardOutput=file:/res/log\\nStandardError=file:/res/log\\nExecStart=/bin/bash /res/inside.sh\\n' > $R/etc/systemd/system/inside.service
ln -s ../inside.service $R/etc/systemd/system/multi-user.target.wants/
rm -f $R/etc/machine-id; echo 00000000000000000000000000000abc > $R/etc/machine-id
exec timeout -s KILL 240 systemd-nspawn -q -D $R --bind ${results}:/res --bind-ro ${root}:/opt/daywall \\
  --private-network --register=no --keep-unit --console=pipe -b > ${results}/boot 2>&1 < /dev/null`;
  execFileSync('unshare', ['-m', 'bash', '-ec', script], { stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(results, name), 'utf8');
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) throw new Error(`${what}\n${['log', 'state', 'doctor', 'journal'].map(read).join('\n')}`);
  };
  expect(read('state').match(/ActiveState=active/g)?.length === 2, 'a unit is not active');
  expect(read('state').match(/NRestarts=0/g)?.length === 2, 'a unit was restarted');
  expect(read('seccomp').includes('2'), 'system calls are not filtered');
  expect(read('code').trim() === '0', 'the doctor finds something');
  expect(read('doctor').includes('The proxy tells who is asking.'), 'the proxy was not asked');
  expect(read('again') === 'ok', 'it does not come back');
}

/** Steps that examine and run the units of `npm run service`. */
export const serviceSteps = [
  { name: 'service: systemd takes the units, and finds them hardly exposed', run: verifyUnits },
  { name: 'service: Caddy takes the Caddyfile', run: validateCaddyfile },
  { name: 'service: systemd runs them behind Caddy, and the doctor finds nothing', run: bootService },
];
