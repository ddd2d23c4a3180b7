import { ServiceFailure } from '../services/failure';
import type { Content, ExportKind } from './formats/content';
import type { Item, Reading, ReadOptions } from './formats/reading';
import type { Job, Message, Result } from './work';

/** Files as sagas know them: read and written off the main thread. Throws a `ServiceFailure` where that can't begin. */
export interface TransferService {
  /** Reads files together, or answers why they can't be read, as a text for the user. */
  read(files: readonly File[], options: ReadOptions): Promise<Reading | { unreadable: string }>;
  /** Writes the content as a file of that kind and hands it to the browser as a download of that name. */
  save(kind: ExportKind, content: Content, name: string, now: number): Promise<void>;
}

const TYPES: Record<ExportKind, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ics: 'text/calendar',
  md: 'text/markdown',
};

/** A thread for one job; it ends with its answer. */
const startWorker = () =>
  new Worker(/* webpackChunkName: "data-worker" */ new URL('./transfer.worker.ts', import.meta.url));

/** The browser's own files, and a worker for each. Comes with the page that needs it. */
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
        // Without words it is no bug in the work: its code did not arrive.
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
      if (!files) return { unreadable: 'This device can’t read the file any more. Choose it once more.' };
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
      // Once the download has begun: it reads the URL later than the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}
