/** A database server as a process of its own, to be killed. Its argument is the data folder; it prints its host. */
import { startDatabaseServer } from './databaseServer';

const [folder] = process.argv.slice(2);

async function main(): Promise<void> {
  const began = performance.now();
  const server = await startDatabaseServer({ folder });
  const startMs = Math.round(performance.now() - began);
  process.stdout.write(`${JSON.stringify({ host: server.host, startMs })}\n`);
  process.on('SIGTERM', () => void server.close({ keep: true }).then(() => process.exit(0)));
  process.on('message', () => {
    global.gc?.();
    process.send?.(process.memoryUsage());
  });
}

void main();
