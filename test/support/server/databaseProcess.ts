/** A database server as a process of its own, to be killed. Its argument is the data folder; it prints its host. */
import { startDatabaseServer } from './databaseServer';

const [folder] = process.argv.slice(2);

async function main(): Promise<void> {
  const server = await startDatabaseServer({ folder });
  process.stdout.write(`${JSON.stringify({ host: server.host })}\n`);
  process.on('SIGTERM', () => void server.close({ keep: true }).then(() => process.exit(0)));
}

void main();
