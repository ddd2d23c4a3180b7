import { createServer } from 'node:net';
import { urlHost } from '../../server/settings/config';
import { advice, fault, fine, type Case, type Check, type Finding } from './finding';

/** Whether the server answers at its address, or could listen there. */
export const checkPort: Check = async circumstances => {
  const { config, status } = circumstances;
  if (!status) return [await tryPort(circumstances), ...notRunning(circumstances)];
  const answer = await fetch(`${status.url}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(
    (error: Error) => error,
  );
  const isWell = 'ok' in answer && answer.ok;
  const said = 'status' in answer ? `answers ${answer.status}` : 'does not answer';
  const findings = [
    isWell
      ? fine(`The server answers at ${status.url}.`)
      : fault(`The server runs, but ${said} at ${status.url}: restart it.`),
  ];
  const port = new URL(status.url).port || '80';
  if (config.port !== 0 && port !== String(config.port))
    findings.push(
      fault(
        `The server listens at port ${port}, PORT is ${config.port} here: restart it, or set the same PORT.`,
      ),
    );
  return [...findings, ...open(circumstances)];
};

function notRunning({ config }: Case): Finding[] {
  const text = `No server runs on ${config.dataDir}: start it`;
  // A public name should be reachable from the internet.
  return [config.publicUrl ? fault(`${text}.`) : advice(`${text} with "npm start".`)];
}

/** Unencrypted passwords are acceptable in a home network at most. */
function open({ config }: Case): Finding[] {
  const isLocal = /^(127\.|localhost$|::1$)/.test(config.host);
  if (isLocal || config.publicUrl?.protocol === 'https:') return [];
  return [
    advice(
      'Passwords travel readable through the network: put a TLS proxy in front and set PUBLIC_URL, see docs/operating.md.',
    ),
  ];
}

function tryPort({ config: { host, port } }: Case): Promise<Finding> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program: end it, or set PORT to a free one.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to one that is.`,
    ENOTFOUND: `${host} is not an address of this machine: set HOST to one that is.`,
  };
  return new Promise(done => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      done(fault(reasons[error.code ?? ''] ?? `Port ${port} can't be opened: ${error.message}.`)),
    );
    server.listen(port, host, () => server.close(() => done(fine(`${urlHost(host)}:${port} is free.`))));
  });
}
