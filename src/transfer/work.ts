import type { Content, ExportKind } from './formats/content';
import { tasksCsv } from './formats/daywall/daywallCsv';
import { daywallJson } from './formats/daywall/daywallJson';
import { tasksIcs } from './formats/ics/ics';
import { markdownOf } from './formats/markdown/markdown';
import { readFiles } from './readFile';
import { UnreadableFile, type Item, type Reading, type ReadOptions } from './formats/reading';

/** Jobs done in a worker, because a file may be large. */
export type Job =
  | { type: 'read'; files: { name: string; bytes: ArrayBuffer }[]; options: ReadOptions }
  | { type: 'write'; kind: ExportKind; content: Content; now: number };
export type Result = { reading: Reading } | { text: string } | { unreadable: string };
/** The messages of a result: first the items in pieces, then the rest. */
export type Message = { items: Item[] } | Result;

const WRITERS: Record<ExportKind, (content: Content, now: number) => string> = {
  json: daywallJson,
  csv: tasksCsv,
  ics: tasksIcs,
  md: markdownOf,
};

/** Does a job. An unreadable file is a result; any other error is a bug. */
export function work(job: Job): Result {
  if (job.type === 'write') return { text: WRITERS[job.kind](job.content, job.now) };
  try {
    const files = job.files.map(({ name, bytes }) => ({ name, bytes: new Uint8Array(bytes) }));
    return { reading: readFiles(files, job.options) };
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    return { unreadable: failure.message };
  }
}
