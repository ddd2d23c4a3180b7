import { dayOf } from '../lib/days/days';
import {
  call,
  delay,
  flush,
  fork,
  keepAll,
  put,
  select,
  takeEvery,
  takeLatest,
  type Saga,
} from '../lib/effects';
import type { Records } from '../services/database';
import type { Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { type SetSettings, type Settings, type TagSetting, type TagSettings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { settingsKinds } from '../settings/settingsKinds';
import { selectSettings } from '../settings/settingsSlice';
import { operationConfirmed, requestChange, type Change } from '../sync/operations';
import { withoutStrays } from './formats/content';
import { loadEverything, type EverythingServices, takenOf } from './everything';
import { batchesOf } from './import/importPlan';
import { knownItems } from './import/known';
import { previewOf, sumOf } from './import/preview';
import type { Item, ReadChoice, Reading } from './formats/reading';
import { isImportOperation, isImportBatch, type ImportedKeys } from './import/importKinds';
import { countsOfPaths, importItemKey, importOperation, keysOfPaths } from './import/importBatches';
import type { TransferService } from './transferService';
import {
  exported,
  exportFailed,
  exportRequested,
  importChoiceMade,
  importDismissed,
  importFilesChosen,
  importFileRead,
  importFileRefused,
  importRequested,
  importResumed,
  importStopRequested,
  importUndoRequested,
  selectImport,
} from './transferSlice';

const MEGABYTE_BYTES = 1024 * 1024;
/** The maximum size in bytes. A zip may be larger, because only some of its files are unpacked. */
const LARGEST_BYTES = { file: 50 * MEGABYTE_BYTES, zip: 250 * MEGABYTE_BYTES };

const isZipName = (file: File) => /\.zip$/i.test(file.name);
const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

/** The files that can be read together: of several, those of a known kind, without the pictures and HTML beside notes. */
const readableOf = (files: readonly File[]) =>
  files.length === 1 ? files : files.filter(({ name }) => /\.(json|zip|csv|ics|md)$/i.test(name));

/** Why the files are not read at all; null when they are. */
function refusalOf(files: readonly File[]): string | null {
  if (files.length === 0) return 'Daywall reads .csv, .ics, .md, .json and .zip files. None of these is one.';
  if (sizeOf(files.filter(isZipName)) > LARGEST_BYTES.zip)
    return 'This zip is larger than 250 MB. Ask Google Takeout for Keep alone.';
  const plain = files.filter(file => !isZipName(file));
  if (sizeOf(plain) <= LARGEST_BYTES.file) return null;
  return `${files.length === 1 ? 'This file is' : 'These files are'} larger than 50 MB.`;
}

export type TransferServices = EverythingServices & {
  clock: Clock;
  transfer: TransferService;
};

/**
 * The chosen files and how to read them, their content, which waits for the user's confirmation, and what of it is here;
 * and keys added by imports. They are too large for the state.
 */
type ImportContext = {
  files: readonly File[];
  choice: ReadChoice;
  reading: Reading | null;
  known: Set<Item>;
  added: Map<string, { keys: ImportedKeys; lists: ReturnType<typeof listsChange> }>;
};

/** Makes the choices for tags that a file has and this account has not; null for none. */
function listsChange(settings: Settings, lists: TagSettings): Change<string, SetSettings> | null {
  const changes = Object.entries(lists).flatMap(([name, chosen]) => {
    const here: TagSetting = settings[name as keyof TagSettings] ?? {};
    const isKnown = Object.keys(chosen).every(part => part in here);
    return isKnown ? [] : [[name, { ...chosen, ...here }]];
  });
  return changes.length === 0 ? null : settingsChange(settings, Object.fromEntries(changes));
}

/** Undoes the change of an import's lists, without what was changed since. */
function* undoLists(importId: string, { payload, ...change }: Change<string, SetSettings>): Saga {
  const reverse = { ...change, payload: { changes: payload.before, before: payload.changes } };
  const { change: left } = settingsKinds['settings/set'].rebase(reverse, yield* select(selectSettings));
  if (left) yield* put(requestChange(left, { changeId: importId, role: 'undo' }));
}

/** Writes all data into a file, and passes it to the browser. */
function* exportAll(
  services: TransferServices,
  userId: string,
  { payload: { kind } }: ReturnType<typeof exportRequested>,
): Saga {
  const { content, isWhole } = yield* loadEverything(services, userId);
  const now = services.clock.now();
  const name = `daywall-${dayOf(now)}.${kind}`;
  try {
    yield* call(services.transfer.save, kind, withoutStrays(content), name, now);
    yield* put(exported({ kind, name, isWhole }));
  } catch (error) {
    yield* put(exportFailed({ message: failureOf(error).message }));
  }
}

/** The bytes that the account has left; null if the server has no limit, or cannot be asked. */
function* roomOf({ database }: TransferServices, userId: string): Saga<number | null> {
  try {
    const storage = yield* call(database.accountStorage, userId);
    return storage && storage.mayStore - storage.stores;
  } catch (failure) {
    failureOf(failure);
    return null;
  }
}

/** Reads the chosen files and shows a preview, with what is already here. Nothing is added yet. */
function* readImport(services: TransferServices, userId: string, context: ImportContext): Saga {
  const files = readableOf(context.files);
  const refusal = refusalOf(files);
  if (refusal !== null) {
    yield* put(importFileRefused({ reason: refusal }));
    return;
  }
  try {
    const [{ name, lastModified }] = files as [File];
    const now = services.clock.now();
    const options = { name, now, writtenOn: dayOf(lastModified), language: navigator.language };
    const read = yield* call(services.transfer.read, files, { ...options, ...context.choice });
    if ('unreadable' in read) yield* put(importFileRefused({ reason: read.unreadable }));
    else {
      const { content } = yield* loadEverything(services, userId);
      context.known = knownItems(read.items, content);
      context.reading = read;
      yield* put(importFileRead(previewOf(read, context.known, yield* roomOf(services, userId))));
    }
  } catch (error) {
    yield* put(importFileRefused({ reason: failureOf(error).message }));
  }
}

/**
 * Appends the previewed import to the queue in one step: if the page is closed meanwhile, either the whole import is
 * stored, which any tab then continues, or nothing is.
 */
function* addImport(
  { queue, ...services }: TransferServices,
  userId: string,
  context: ImportContext,
  { payload: { importId, which } }: ReturnType<typeof importRequested>,
): Saga {
  const { reading, known } = context;
  if (!reading) return;
  const items = which === 'all' ? reading.items : reading.items.filter(item => !known.has(item));
  context.reading = null;
  const { content, isWhole } = yield* loadEverything({ queue, ...services }, userId);
  const taken = yield* select(takenOf, content, isWhole);
  const batches: Records[] = [];
  for (const batch of batchesOf(items, taken, services.random)) {
    batches.push(batch);
    yield* delay(0); // a large file takes seconds, during which the page must respond
  }
  const keys = batches.map(keysOfPaths);
  const all = { tasks: keys.flatMap(({ tasks }) => tasks), notes: keys.flatMap(({ notes }) => notes) };
  const counts = batches.map(countsOfPaths);
  const total = sumOf(counts);
  const lists = listsChange(yield* select(selectSettings), reading.lists ?? {});
  context.added.set(importId, { keys: all, lists });
  if ((yield* select(selectImport))?.end) return;
  if (lists) yield* put(requestChange(lists, { changeId: importId }));
  yield* call(queue.replaceAll, [
    importOperation(userId, { kind: 'import/made', payload: { importId, keys: all } }),
    ...batches.map((paths, n) => {
      const payload = { importId, counts: counts[n]!, total, paths: JSON.stringify(paths) };
      return importOperation(userId, { kind: 'import/add', payload });
    }),
  ]);
  // The user cancelled while it was being stored.
  if ((yield* select(selectImport))?.end === 'stopped')
    yield* call(queue.discard, userId, importItemKey(importId));
}

/** Stops sending an import; records already sent stay. */
function* stopImport({ queue }: TransferServices, userId: string): Saga {
  const stopped = yield* select(selectImport);
  if (stopped) yield* call(queue.discard, userId, importItemKey(stopped.importId));
}

/** Undoes an import as one step: unsent batches are discarded, sent records go into the trash, lists that came leave. */
function* undoImport({ queue }: TransferServices, userId: string, context: ImportContext): Saga {
  const importId = (yield* select(selectImport))?.importId;
  const added = importId === undefined ? undefined : context.added.get(importId);
  if (importId === undefined || !added) return;
  if (added.lists) yield* undoLists(importId, added.lists);
  const remove = { kind: 'import/remove', payload: { importId, keys: added.keys } } as const;
  yield* call(queue.replaceAll, [importOperation(userId, remove, 'undo')]);
}

/** Shows an import that an earlier page had not finished sending; batches confirmed while it is being read are counted. */
export function* resumeImport({ queue }: TransferServices, userId: string): Saga {
  const arrivals = yield* keepAll(operationConfirmed);
  const kept = yield* call(queue.all, userId);
  const arrived = new Set((yield* flush(arrivals)).map(({ payload }) => payload.operation.id));
  arrivals.close();
  const batches = kept.flatMap(operation =>
    isImportOperation(operation) && isImportBatch(operation) ? operation : [],
  );
  const importId = batches[0]?.payload.importId;
  if (importId === undefined) return;
  const mine = batches.filter(({ payload }) => payload.importId === importId);
  const unsent = mine.filter(({ id }) => !arrived.has(id));
  const left = Object.fromEntries(unsent.map(({ id, payload }) => [id, payload.counts]));
  yield* put(importResumed({ importId, left, total: mine[0]!.payload.total }));
}

/** The sagas of export and import; they start when their page's code is loaded. */
export function* transferSaga(services: TransferServices, userId: string): Saga {
  const context: ImportContext = { files: [], choice: {}, reading: null, known: new Set(), added: new Map() };
  yield* takeEvery(exportRequested, exportAll, services, userId);
  // Choosing other files, or cancelling, stops the reading of the previous ones.
  yield* takeLatest([importFilesChosen, importChoiceMade, importDismissed], function* (action): Saga {
    context.reading = null;
    if (importFilesChosen.match(action)) Object.assign(context, { files: action.meta.files, choice: {} });
    else if (importChoiceMade.match(action)) context.choice = { ...context.choice, ...action.payload };
    else context.files = [];
    if (!importDismissed.match(action)) yield* readImport(services, userId, context);
  });
  yield* takeEvery(importRequested, addImport, services, userId, context);
  yield* takeEvery(importStopRequested, stopImport, services, userId);
  yield* takeEvery(importUndoRequested, undoImport, services, userId, context);
  yield* fork(resumeImport, services, userId);
}
