import { ServiceFailure } from '../services/failure';
import type { Content, ExportKind } from './formats/content';
import type { Item, Reading, ReadOptions } from './formats/reading';
import type { Job, Message, Result } from './work';

/** Reads and writes files off the main thread. Throws a `ServiceFailure` when the worker cannot start. */
export interface TransferService {
  /** Reads files together, or returns why they cannot be read, as text for the user. */
  read(files: readonly File[], options: ReadOptions): Promise<Reading | { unreadable: string }>;
  /** Writes the content as a file of a format and starts a download with that name. */
  save(kind: ExportKind, content: Content, name: string, now: number): Promise<void>;
}

const TYPES: Record<ExportKind, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ics: 'text/calendar',
  md: 'text/markdown',
};

/** A worker for one job; it ends with its answer. */
const startWorker = () =>
  new Worker(/* webpackChunkName: "data-worker" */ new URL('./transfer.worker.ts', import.meta.url));

/** Reads and writes files of the browser, each in a worker. Loaded with the page that needs it. */
export function createTransfer(): TransferService {
  const inWorker = (job: Job, given: Transferable[] = []) =>
    new Promise<Result>((resolve, reject) => {
      const worker = startWorker();
      const items: Item[] = [];
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        if ('items' in data) {
          for (const item of data.items) items.push(item);
          return;
        }
        worker.terminate();
        resolve('reading' in data ? { reading: { ...data.reading, items } } : data);
      };
      worker.onerror = event => {
        worker.terminate();
        // An error event without a message means that the worker's code could not be loaded.
        if (event.message) reject(new Error(event.message));
        else
          reject(
            new ServiceFailure('network', 'worker', 'A part of Daywall could not be loaded. Try again.'),
          );
      };
      worker.postMessage(job, given);
    });
  return {
    async read(chosen, options) {
      const files = await Promise.all(
        chosen.map(async file => ({ name: file.name, bytes: await file.arrayBuffer() })),
      ).catch(() => null);
      if (!files) return { unreadable: 'The file can’t be read any more. Choose it again.' };
      const result = await inWorker(
        { type: 'read', files, options },
        files.map(({ bytes }) => bytes),
      );
      return 'reading' in result ? result.reading : (result as { unreadable: string });
    },
    async save(kind, content, name, now) {
      const { text } = (await inWorker({ type: 'write', kind, content, now })) as { text: string };
      const url = URL.createObjectURL(new Blob([text], { type: `${TYPES[kind]};charset=utf-8` }));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      // Later than the click, because the download reads the URL after it.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}
