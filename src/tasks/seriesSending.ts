import { besidePath, databasePaths } from '../services/databasePaths';
import { dayOfStored, storedOfDay } from '../lib/days/days';
import { isObject, textOf } from '../../shared/json';
import { mergeLines } from '../lib/text/mergeLines';
import { call, type Saga } from '../lib/effects';
import type { Series, SeriesChange } from '../repeats/repeat';
import { isInstant, repeatOfStored } from '../../shared/repeats/repeat';
import { ruleOfText } from '../../shared/repeats/rule';
import {
  afterRuleChange,
  afterStep,
  afterStepBack,
  changedNotes,
  dayAfterStep,
  isSameRepeat,
  NOT_OPEN,
  noteOf,
} from '../repeats/series';
import type { Json, Records } from '../services/database';
import type { SendServices } from '../sync/kinds';
import { isReversal, type Operation, type Outcome } from '../sync/operations';
import { copyOf } from '../sync/records/trashMoves';
import { confirmed } from '../sync/records/senders/recordSending';
import { writeOnce } from '../sync/records/senders/writeOnce';
import { doneAtOfServer, findKey } from './taskSending';
import {
  subtasksOf,
  stepBackOf,
  withSubtasks,
  type RulePayload,
  type SeriesResolution,
  type StepPayload,
} from './taskPayloads';
import { occurrencesOfStored, subtasksDoneOfStored, subtasksKeyOf, storedOccurrences } from './taskSidecars';

/** A task, listed or in the trash, and its sidecars. */
type Stored = { record: Records; beside: Records; isInTrash: boolean };

const NAMES = ['repeats', 'occurrences', 'done'] as const;

/** A task on the server; null when nothing is left of it. */
function* storedAt({ database }: SendServices, userId: string, fireId: string): Saga<Stored | null> {
  const { record } = yield* call(database.readRecord, userId, 'tasks', fireId);
  const isInTrash = !isObject(record);
  const copy = isInTrash
    ? copyOf(yield* call(database.read, userId, databasePaths.trash('tasks', fireId)))
    : { record };
  if (!copy) return null;
  const beside: Records = {};
  for (const name of NAMES) beside[name] = yield* call(database.read, userId, besidePath(name, fireId));
  return { record: copy.record as Records, beside, isInTrash };
}

/** The repeat, null when its rule cannot be read: such a task is ticked like any other. */
const readable = (repeat: Series['repeat']) => (repeat && ruleOfText(repeat.rule) ? repeat : null);

const seriesOf = ({ record, beside }: Stored): Series => ({
  due: dayOfStored(record.taskDueDate),
  repeat: readable(repeatOfStored(beside.repeats)),
  occurrences: occurrencesOfStored(beside.occurrences),
  doneAt: isInstant(beside.done ?? null) ? (beside.done as string) : null,
});

/**
 * A step of the open occurrence uses the subtasks on the server, some of which another device may have ticked. Restoring
 * a note that was removed from the logbook restores its count.
 */
function withSubtasksOf(
  { record, beside }: Stored,
  { payload, role }: Operation<string, StepPayload>,
  { notes }: SeriesChange,
): StepPayload {
  const open = repeatOfStored(beside.repeats)?.at;
  if (open === undefined || !notes?.[open]) return payload;
  const { subtasks: _subtasks, subtasksDone, ...step } = payload;
  const subtasks = subtasksOf(textOf(record.taskDescription), step.isSkip);
  return { ...step, ...subtasks, ...(role === 'undo' && subtasksDone !== undefined && { subtasksDone }) };
}

/** The paths that a change writes, relative to the user's data, and the resulting values. */
function writesOf(fireId: string, stored: Stored, change: SeriesResolution) {
  const { isInTrash, record, beside } = stored;
  const recordPath = isInTrash
    ? `${databasePaths.trash('tasks', fireId)}/record`
    : databasePaths.record('tasks', fireId);
  const occurrences = besidePath('occurrences', fireId);
  const paths: Records = {};
  const now = { record: { ...record }, beside: { ...beside } };
  const setField = (name: string, value: string) => {
    if (record[name] !== value) paths[`${recordPath}/${name}`] = now.record[name] = value;
  };
  const setBeside = (name: (typeof NAMES)[number], value: Json) => {
    paths[besidePath(name, fireId)] = now.beside[name] = value;
  };
  const { due, repeat, notes, doneAt, description, subtasksDone } = change;
  if (due !== undefined) setField('taskDueDate', due === null ? '' : storedOfDay(due));
  const words = description && mergeLines(description.from, description.to, textOf(record.taskDescription));
  // The texts of a trash copy stay as they were at the deletion.
  if (typeof words === 'string' && !isInTrash) setField('taskDescription', words);
  if (repeat !== undefined) setBeside('repeats', repeat && { ...repeat });
  if (doneAt !== undefined) setBeside('done', doneAt);
  for (const [day, note] of Object.entries(notes ?? {})) paths[`${occurrences}/${day}`] = note;
  const counts = subtasksDoneOfStored(beside.occurrences);
  for (const [day, count] of Object.entries(subtasksDone ?? {}))
    if (count !== null || day in counts) paths[`${occurrences}/${subtasksKeyOf(day)}`] = count;
  if (notes)
    now.beside.occurrences = storedOccurrences(
      changedNotes(occurrencesOfStored(beside.occurrences), notes),
      changedNotes(counts, subtasksDone ?? {}),
    );
  return { paths, ...now };
}

const besideNow = (fireId: string, beside: Records) =>
  Object.fromEntries(NAMES.map(name => [name, { [fireId]: beside[name] ?? null }]));

type SentKind = Parameters<typeof withSubtasks>[0];

/** The series after an operation, based on the server's state with the changes of all devices. */
function decide(
  name: SentKind,
  { payload, role }: Operation<string, StepPayload | RulePayload>,
  series: Series,
): SeriesChange | typeof NOT_OPEN | null {
  if (name === 'rule') {
    const rule = payload as RulePayload;
    const stays = isReversal({ role }) && !isSameRepeat(series.repeat, rule.before.repeat);
    return stays ? null : afterRuleChange(series, rule);
  }
  const step = payload as StepPayload;
  if (name === 'step') {
    // The undo of an old line of the logbook, in which only its note was removed.
    const isLine = role === 'undo' && series.repeat?.after && series.repeat.at !== step.day;
    const notes = isLine && noteOf(step, series);
    return notes ? { notes } : afterStep(series, step);
  }
  const { to = dayAfterStep(step.before.repeat, step, { [step.day]: step.doneAt }) } = step;
  return afterStepBack(series, { ...stepBackOf(step), to });
}

/**
 * Applies an operation to the series on the server in one update, on condition that nothing of it has changed. When
 * another device was faster the rules refuse, and the update is built again from the new state.
 */
export function* sendSeries(
  services: SendServices,
  name: SentKind,
  made: Operation<string, StepPayload | RulePayload>,
): Saga<Outcome> {
  const { userId, payload } = made;
  const fireId = payload.fireId ?? (yield* call(findKey, services, made));
  if (fireId === undefined) return { type: 'confirmed' };
  const doneAt = 'doneAt' in payload && (yield* call(doneAtOfServer, services, userId, payload));
  const operation = doneAt ? { ...made, payload: { ...payload, doneAt } } : made;
  let stored: Stored | null = null;
  let isNotOpen = false;
  const written = yield* writeOnce(services, operation, function* (): Saga<ReturnType<
    typeof writesOf
  > | null> {
    stored = yield* storedAt(services, userId, fireId);
    const change = stored && decide(name, operation, seriesOf(stored));
    isNotOpen = change === NOT_OPEN;
    if (!stored || !change || change === NOT_OPEN) return null;
    const seen =
      name === 'step'
        ? withSubtasksOf(stored, operation as Operation<string, StepPayload>, change)
        : operation.payload;
    return writesOf(fireId, stored, withSubtasks(name, seen, change));
  });
  if (isNotOpen)
    return { type: 'blocked', reason: 'It was reopened, or its repeat was changed, on another device' };
  const read = stored as Stored | null;
  if (!read) return { type: 'confirmed', confirmation: { isGone: true } };
  if (written && written !== 'applied')
    return read.isInTrash
      ? { type: 'confirmed', confirmation: { beside: besideNow(fireId, written.beside) } }
      : confirmed(fireId, written.record, {
          before: read.record,
          beside: besideNow(fireId, written.beside),
        });
  // There was nothing to do, or an earlier attempt did it: the confirmation has the stored values.
  const now = yield* storedAt(services, userId, fireId);
  return now && !now.isInTrash
    ? confirmed(fireId, now.record, { beside: besideNow(fireId, now.beside) })
    : { type: 'confirmed' };
}
