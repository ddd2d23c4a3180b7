import { dayOf } from '../lib/days';
import { call, delay, fork, put, select, takeEvery, takeLatest, type Saga } from '../lib/effects';
import type { Records } from '../services/database';
import type { Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { withoutStrayMarks } from './content';
import { loadEverything, type EverythingServices } from './everything';
import { partsOf } from './importPlan';
import { previewOf } from './preview';
import { sumOf } from './progress';
import type { Reading } from './reading';
import { takenOf } from './taken';
import { importLane, importOperation, keysOfPaths, partOperation } from './importParts';
import { isTransferOperation, type ImportedKeys } from './transferOperations';
import type { TransferService } from './transferService';
import {
  exported,
  exportFailed,
  exportRequested,
  importDismissed,
  importFileChosen,
  importFileRead,
  importFileRefused,
  importRequested,
  importResumed,
  importStopRequested,
  importUndoRequested,
  selectImport,
} from './transferSlice';

export type TransferServices = EverythingServices & {
  clock: Clock;
  transfer: () => Promise<TransferService>;
};

/** What lies ready until the person says yes, and what was added by import: too much for the state. */
export type Desk = { reading: Reading | null; added: Map<string, ImportedKeys> };

const LARGEST = 50 * 1024 * 1024;

/** Writes one file of all that there is, and hands it to the browser. */
export function* exportAll(
  services: TransferServices,
  userId: string,
  { payload: { kind } }: ReturnType<typeof exportRequested>,
): Saga {
  const { content, isWhole } = yield* loadEverything(services, userId);
  const now = services.clock.now();
  const name = `daywall-${dayOf(now)}.${kind}`;
  try {
    const transfer = yield* call(services.transfer);
    yield* call(transfer.save, kind, withoutStrayMarks(content), name, now);
    yield* put(exported({ kind, name, isWhole }));
  } catch (error) {
    yield* put(exportFailed({ message: failureOf(error).message }));
  }
}

/** Reads a file and shows what it holds. Nothing of it is added yet. */
export function* readImport(
  services: TransferServices,
  desk: Desk,
  { payload: { name, size }, meta: { file } }: ReturnType<typeof importFileChosen>,
): Saga {
  if (size > LARGEST) {
    yield* put(importFileRefused({ reason: 'This file is larger than 50 MB.' }));
    return;
  }
  try {
    const options = { name, now: services.clock.now(), language: navigator.language };
    const transfer = yield* call(services.transfer);
    const read = yield* call(transfer.read, file, options);
    if ('unreadable' in read) yield* put(importFileRefused({ reason: read.unreadable }));
    else {
      desk.reading = read;
      yield* put(importFileRead(previewOf(read)));
    }
  } catch (error) {
    yield* put(importFileRefused({ reason: failureOf(error).message }));
  }
}

/** Hands what the preview showed to the queue, part by part, until all is kept or the person has enough. */
export function* addImport(
  services: TransferServices,
  userId: string,
  desk: Desk,
  { payload: { importId } }: ReturnType<typeof importRequested>,
): Saga {
  const { reading } = desk;
  if (!reading) return;
  desk.reading = null;
  const { content, isWhole } = yield* loadEverything(services, userId);
  const taken = yield* select(takenOf, content, isWhole);
  const parts: Records[] = [];
  for (const part of partsOf(reading.items, taken, services.random)) {
    parts.push(part);
    yield* delay(0); // a large file takes seconds, and what is on the screen goes on
  }
  const keys = parts.map(keysOfPaths);
  const all = { tasks: keys.flatMap(({ tasks }) => tasks), notes: keys.flatMap(({ notes }) => notes) };
  desk.added.set(importId, all);
  const operations = [
    importOperation({ kind: 'import/made', payload: { importId, keys: all } }),
    ...parts.map(paths => partOperation(importId, paths)),
  ];
  for (const operation of operations) {
    if ((yield* select(selectImport))?.end) return;
    yield* call(services.outbox.append, userId, operation);
  }
}

/** Sends no more of an import; what has arrived stays. */
export function* stopImport({ outbox }: TransferServices, userId: string): Saga {
  const stopped = yield* select(selectImport);
  if (stopped) yield* call(outbox.drop, userId, importLane(stopped.importId));
}

/** Takes an import back, as one step: what was not sent is not, what arrived goes into the trash. */
export function* undoImport({ outbox }: TransferServices, userId: string, desk: Desk): Saga {
  const importId = (yield* select(selectImport))?.importId;
  const keys = importId === undefined ? undefined : desk.added.get(importId);
  if (importId === undefined || !keys) return;
  yield* call(outbox.drop, userId, importLane(importId));
  const operation = importOperation({ kind: 'import/remove', payload: { importId, keys } }, 'undo');
  yield* call(outbox.append, userId, operation);
}

/** Shows an import that the page before this one had not sent to its end. */
export function* resumeImport({ outbox }: TransferServices, userId: string): Saga {
  const operations = yield* call(outbox.open, userId);
  const parts = operations.flatMap(operation =>
    isTransferOperation(operation) && operation.kind === 'import/add' ? operation : [],
  );
  const importId = parts[0]?.payload.importId;
  if (importId === undefined) return;
  const mine = parts.filter(({ payload }) => payload.importId === importId);
  const total = sumOf(mine.map(({ payload }) => payload.counts));
  yield* put(importResumed({ importId, total }));
}

/** Everything for export and import; begins when the code of their page is loaded. */
export function* transferSaga(services: TransferServices, userId: string): Saga {
  const desk: Desk = { reading: null, added: new Map() };
  yield* takeEvery(exportRequested, exportAll, services, userId);
  // Another file, or none after all, ends the reading of the one before.
  yield* takeLatest([importFileChosen, importDismissed], function* (action): Saga {
    desk.reading = null;
    if (importFileChosen.match(action)) yield* readImport(services, desk, action);
  });
  yield* takeEvery(importRequested, addImport, services, userId, desk);
  yield* takeEvery(importStopRequested, stopImport, services, userId);
  yield* takeEvery(importUndoRequested, undoImport, services, userId, desk);
  yield* fork(resumeImport, services, userId);
}
