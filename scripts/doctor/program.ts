import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { advice, day, fault, fine, size, span, type Check, type Finding } from './finding';

/** The end of security updates for each supported Node, from Node's published schedule. */
const NODE_ENDS: Record<string, string> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const MEMORY_LEFT = 150e6;

/** Checks Node, the packages, the built app, and whether the running server is this version. */
export const checkProgram: Check = async ({ program, version, status, machine }) => {
  const { nodeProblem, needsInstall } = await import('../prepare.mjs');
  const findings: Finding[] = [];
  const problem: string | null = nodeProblem(process.versions.node);
  const ends = NODE_ENDS[process.versions.node.split('./')[0]!];
  if (problem) findings.push(fault(problem));
  else if (ends && day(machine.now()) > ends)
    findings.push(
      advice(`Node ${process.versions.node} gets no security updates since ${ends}: install Node 24.`),
    );
  else findings.push(fine(`Node is version ${process.versions.node}.`));
  if (hasTools(program) && needsInstall(program))
    findings.push(fault('The packages are not those of package-lock.json: run "npm ci".'));
  findings.push(await checkApp(program));
  if (status && status.version !== version)
    findings.push(
      fault(`The server that runs is version ${status.version}, this folder has ${version}: restart it.`),
    );
  else findings.push(fine(`The program is version ${version}.`));
  return findings;
};

/** Whether the tools that build the app are installed; containers and pruned folders have only those that run it. */
const hasTools = (program: string) => existsSync(join(program, 'node_modules/webpack'));

async function checkApp(program: string): Promise<Finding> {
  if (!existsSync(join(program, 'dist/index.html')))
    return fault(`There is no app in ${join(program, 'dist')}: run "npm ci && npm run build".`);
  const stamp = join(program, 'dist/.sources');
  const { hashSources } = await import('../lib/build.mjs');
  const isOld =
    existsSync(join(program, 'src')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') !== hashSources(program);
  return isOld
    ? fault('The app was built of other sources than these: run "npm run build".')
    : fine('The app is built.');
}

/** Whether the clock is plausible, and the memory sufficient. */
export const checkMachine: Check = async ({ program, config, status, machine }) => {
  const now = machine.now();
  const written = ['last-commit', 'store/CURRENT'].map(name => join(config.dataDir, name)).filter(existsSync);
  const last = Math.max(0, ...written.map(file => statSync(file).mtimeMs));
  const installed = statSync(join(program, 'package.json')).mtimeMs;
  const findings = [clock(now, last, installed, machine.isClockSet())];
  const { total, available } = machine.memory();
  findings.push(
    available < MEMORY_LEFT
      ? fault(`Only ${size(available)} of ${size(total)} memory are free: end other programs, or add memory.`)
      : fine(`${size(available)} of ${size(total)} memory are free.`),
  );
  const heap = status?.memory;
  if (heap && heap.heap > 0.85 * heap.heapLimit)
    findings.push(
      fault(
        `The server uses ${size(heap.heap)} of the ${size(heap.heapLimit)} that Node gives it: start it with NODE_OPTIONS=--max-old-space-size=N, N in MB.`,
      ),
    );
  return findings;
};

/** A minute of tolerance, because the disk may belong to another machine. */
function clock(now: number, written: number, installed: number, isSet: boolean | null): Finding {
  const set = 'set it, and let the network keep it ("timedatectl set-ntp true")';
  const date = new Date(now).toISOString();
  if (now < written - 60_000)
    return fault(`The clock says ${date}, ${span(written - now)} before the last write of the data: ${set}.`);
  if (now < installed - 60_000)
    return fault(
      `The clock says ${date}, ${span(installed - now)} before this program was installed: ${set}.`,
    );
  return isSet === false
    ? advice(`The clock is not kept by the network's time: ${set}.`)
    : fine(`The clock says ${date}.`);
}
