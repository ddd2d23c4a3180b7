import { writeFileSync } from 'node:fs';

/**
 * The source of `database.rules.json`, which `npm run rules` writes: who may read and write what, and what the database
 * guarantees (docs/rules.md, Conditions). `data` and `root` are what stands before an update, `newData` is what would
 * stand after it. A `.validate` holds for each written value and for the places above it; removals skip it.
 */

/** The rules of a place by kind, and the places below it by name. */
type Rules = { [name: string]: string | boolean | readonly string[] | Rules };
type List = 'tasks' | 'notes';

const all = (...conditions: string[]) => conditions.join(' && ');
const any = (...conditions: string[]) => `(${conditions.join(' || ')})`;
const is = (...conditions: string[]): Rules => ({ '.validate': all(...conditions) });

const text = (longest: number) => `newData.isString() && newData.val().length <= ${longest}`;
const matches = (pattern: string) => `newData.isString() && newData.val().matches(/^${pattern}$/)`;
const wholeNumber = (below: number) =>
  `newData.isNumber() && newData.val() >= 0 && newData.val() < ${below} && newData.val() % 1 === 0`;
const has = (names: string[]) => `newData.hasChildren([${names.map(name => `'${name}'`).join(', ')}])`;
const MEMBERS = 'newData.hasChildren()';
const TRUE = 'newData.val() === true';
const DAY = String.raw`\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))`;
const INSTANT = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z`;
const DATE = is(matches(DAY));
const TIME = is(matches(INSTANT));
const FLAG = is(TRUE);
const SHORT_KEY = '$fireId.length <= 256';
const PLACE = all(text(1000), 'newData.val().matches(/^[A-Za-z][0-9A-Za-z]*$/)');

const NONE: Rules = { '.validate': false };
/** An object with these members and no others. */
const closed = (condition: string, members: Rules): Rules => ({ ...is(condition), ...members, $other: NONE });
/** An object with any number of entries. */
const each = (key: `$${string}`, entry: Rules): Rules => ({ ...is(MEMBERS), [key]: entry });
const indexed = (indexes: string[], rules: Rules): Rules => ({ '.indexOn': indexes, ...rules });
const forBoth = (of: (list: List) => Rules) => closed(MEMBERS, { tasks: of('tasks'), notes: of('notes') });

// Places: expressions for paths below the user's data. `$fireId` is the key of a record.
const listed = (list: List) => `'${list}/' + $fireId`;
const copied = (list: List) => `'ext/trash/${list}/' + $fireId`;
const taken = (list: List) => `'ext/taken/${list}/' + $fireId`;
/** A place before the update. */
const before = (path: string) => `root.child($uid + '/${path.slice(1)})`;
const equals = (path: string) => `newData.val() === ${before(path)}.val()`;
/** A place after it, as seen from `depth` levels below the user's data. */
const after = (depth: number, path: string) => `newData${'.parent()'.repeat(depth)}.child(${path})`;

const REPEATS = "'ext/repeats/' + $fireId";
const AT = `${REPEATS} + '/at'`;
const NOTES = "'ext/occurrences/' + $fireId";
const notedBefore = (day: string) => `${before(NOTES)}.child(${day}).exists()`;
const notedAfter = (depth: number, day: string) => `${after(depth, NOTES)}.child(${day}).exists()`;

/** The fields of a record, and the values that the trash takes. */
const fields: Record<List, Record<string, string>> = {
  tasks: {
    taskName: text(10_000),
    taskDescription: text(1_000_000),
    taskList: text(20),
    taskDueDate: text(40),
    taskId: 'newData.isNumber()',
  },
  notes: { noteTitle: text(10_000), noteDescription: text(1_000_000) },
};
/** The values that a list takes. */
const listedFields: Record<List, Record<string, string>> = {
  ...fields,
  tasks: {
    ...fields.tasks,
    taskName: `${text(10_000)} && newData.val() !== ''`,
    taskList: any("newData.val() === 'personal'", "newData.val() === 'work'"),
    taskId: wholeNumber(10_000_000),
  },
};
const hasFields = (list: List) => has(Object.keys(fields[list]));
const eachField = (values: Record<string, string>, condition: (field: string) => string): Rules =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, is(value, condition(name))]));

/**
 * A record. One that returns from the trash equals its copy, unless it returns with an edit, and `taken` names the copy
 * in the same update. A key that has `taken` and stands nowhere was deleted for ever: it returns only with `taken` gone.
 */
const record = (list: List): Rules => {
  const isCopyTaken = `${after(2, `${taken(list)} + '/deletedAt'`)}.val() === ${before(`${copied(list)} + '/deletedAt'`)}.val()`;
  const isNoReturn = `!${before(copied(list))}.exists()`;
  const isEdited = `${after(3, `${taken(list)} + '/isEdited'`)}.exists()`;
  const isCopied = (field: string) => equals(`${copied(list)} + '/record/${field}'`);
  return closed(
    all(SHORT_KEY, hasFields(list), any('data.exists()', isCopyTaken)),
    eachField(listedFields[list], field => any(isNoReturn, isEdited, isCopied(field))),
  );
};

/**
 * A copy in the trash; its key is not listed. It equals the record that stands in the list before the update: its own,
 * or that of `otherOf` where it is another version of it. Only what was imported or overwritten unseen may have other
 * words. Once it is there it stays as it is, but for the day, which a step of a repeat moves.
 */
const copy = (list: List): Rules => {
  const now = 'newData.parent().parent()';
  const key = `(${now}.hasChild('otherOf') ? ${now}.child('otherOf').val() : $fireId)`;
  const isSameDay = "newData.child('taskDueDate').val() === data.child('taskDueDate').val()";
  const isDayKept = any('!data.exists()', isSameDay, `${after(5, AT)}.val() !== ${before(AT)}.val()`);
  const isAlone = all(`!${after(4, listed(list))}.exists()`, `!${after(4, taken(list))}.exists()`);
  const isCopy = (field: string) => {
    const isEqual = equals(`'${list}/' + ${key} + '/${field}'`);
    const isNew = any(`${now}.hasChild('isImported')`, `${now}.hasChild('isUnseen')`, isEqual);
    return `(data.exists() ? ${field === 'taskDueDate' ? 'true' : 'newData.val() === data.val()'} : ${isNew})`;
  };
  const isWhole = list === 'tasks' ? all(hasFields(list), isDayKept) : hasFields(list);
  return closed(all(SHORT_KEY, has(['deletedAt', 'record']), isAlone), {
    deletedAt: is(matches(INSTANT), any('!data.exists()', 'newData.val() === data.val()')),
    record: closed(isWhole, eachField(fields[list], isCopy)),
    otherOf: is(text(256), String.raw`newData.val().matches(/^[^.#$\/\[\]]+$/)`),
    isUnseen: is(TRUE, "newData.parent().child('otherOf').exists()"),
    isImported: FLAG,
  });
};

/** Which copy left the trash last: written in the update that takes it out. */
const leaving = (list: List): Rules => {
  const isLeaving = `newData.child('deletedAt').val() === ${before(`${copied(list)} + '/deletedAt'`)}.val()`;
  const isGone = `!${after(4, copied(list))}.exists()`;
  return closed(all(has(['deletedAt']), isGone, isLeaving), {
    deletedAt: { '.validate': true },
    isEdited: FLAG,
  });
};

/** Its record is listed or in the trash. */
const isBeside = (list: List, depth = 3) =>
  any(`${after(depth, listed(list))}.exists()`, `${after(depth, copied(list))}.exists()`);

/** What a person is told at a record: another device had other `fields`, or had deleted it (`isBack`). */
const notice = (list: List): Rules => {
  const { taskId: _taskId, ...texts } = fields[list];
  const told = Object.entries(texts).map(([name, value]) => [name, is(value)]);
  return closed(all(has(['at']), isBeside(list, 4)), {
    ...{ at: TIME, isBack: FLAG, fields: closed(MEMBERS, Object.fromEntries(told) as Rules) },
  });
};

/**
 * A repeat: its rule (RFC 5545), the day from which that counts, and the open occurrence `at`, which is never one that
 * is noted. `at` changes with the rule. It goes on while it is noted (anywhere, where the rule counts from the tick),
 * and back to `from` while the note of that goes: the occurrence whose step, made at `since`, opened `at`. Where the
 * rule counts from the tick, `at` also grows, or a step that was made later opens it.
 */
const repeat = (): Rules => {
  const now = (member: string) => `newData.parent().child('${member}').val()`;
  const old = (member: string) => `data.parent().child('${member}').val()`;
  const isAfter = `${now('after')} === true`;
  const isLater = 'newData.val() > data.val()';
  const isMoved = any(
    'newData.val() === data.val()',
    ...['rule', 'first', 'after'].map(member => `${now(member)} !== ${old(member)}`),
    all(notedBefore('newData.val()'), any(`${old('from')} === null`, `${old('from')} === newData.val()`)),
    all(any(isLater, isAfter), `!${notedBefore('data.val()')}`, notedAfter(4, 'data.val()')),
    all(isAfter, any(isLater, `${now('since')} > ${old('since')}`)),
  );
  const isOpen = `!${notedAfter(3, "newData.child('at').val()")}`;
  return closed(all(has(['rule', 'first', 'at']), isBeside('tasks'), isOpen), {
    rule: is(text(300), 'newData.val().matches(/^[A-Z0-9=;,+-]{10,}$/)'),
    ...{ first: DATE, at: is(matches(DAY), isMoved), after: FLAG, from: DATE, since: TIME },
  });
};

/**
 * What became of an occurrence: the instant at which it was done, or `skipped`. It is written once, but for a skip that
 * turns out to be done: for the open day while `at` leaves it, for a day before it, for any other where the rule counts
 * from the tick, or where nothing repeats. Beside a note lies how many of the parts were ticked, `3/5`.
 */
const occurrence = (): Rules => {
  const isOfNote = "newData.parent().child($day.replace('-parts', '')).exists()";
  const parts = all(matches(String.raw`\d{1,6}\/\d{1,6}`), isOfNote);
  const isAfter = `${before(`${REPEATS} + '/after'`)}.exists()`;
  const isOpen = any(`!${before(REPEATS)}.exists()`, isAfter, `${before(AT)}.val() >= $day`);
  const isOnce = `(data.exists() ? newData.val() === data.val() || data.val() === 'skipped' : ${isOpen})`;
  const isLeft = `${after(4, AT)}.val() !== $day`;
  const note = all(`$day.matches(/^${DAY}$/)`, matches(`(skipped|${INSTANT})`), isOnce, isLeft);
  return is(`$day.matches(/^.{10}-parts$/) ? ${parts} : ${note}`);
};

const order = { day: is(matches(String.raw`(undated|\d{4}-\d{2}-\d{2})`)), place: is(PLACE) };
/** How many minutes before its time a reminder comes: up to a week. */
const REMIND = is(wholeNumber(10_081));
const timing = { time: is(matches(String.raw`([01]\d|2[0-3]):[0-5]\d`)), remind: REMIND };
const look = { colour: is(matches('[a-z]{1,20}')), pinned: FLAG, place: is(PLACE) };

/** What lies beside records, by the name in `src/services/databasePaths.ts`: under the key of a record. */
const beside: Rules = {
  done: each('$fireId', is(isBeside('tasks'), matches(INSTANT))),
  repeats: each('$fireId', repeat()),
  occurrences: each('$fireId', { ...each('$day', occurrence()), ...is(MEMBERS, isBeside('tasks')) }),
  order: each('$fireId', closed(all(has(['day', 'place']), isBeside('tasks')), order)),
  times: each('$fireId', closed(all(has(['time']), isBeside('tasks')), timing)),
  looks: each('$fireId', closed(all(MEMBERS, isBeside('notes')), look)),
  others: forBoth(list => each('$fireId', notice(list))),
};

/** The device that is about to PATCH a note, since when by the server's clock: one at a time, for 60 s; 0 gives it back. */
const isFreeOrOwn = any(
  '!data.exists()',
  "data.child('at').val() < now - 60000",
  "data.child('at').val() > now + 60000",
  "data.child('by').val() === newData.child('by').val()",
);
const lease = closed(all(SHORT_KEY, has(['by', 'at']), isFreeOrOwn), {
  by: is(text(256), 'newData.val().length > 0'),
  at: is(any('newData.val() === now', 'newData.val() === 0')),
});
/** When an operation was applied. It is written once, so that the update that carries it takes effect once. */
const mark = is('!data.exists()', '$operationId.length <= 256', matches(INSTANT));

/** A person's choices for a tag: its place in the sidebar, its spelling, its colour. */
const tag = closed(all("$tag.beginsWith('tag-')", '$tag.length <= 300', MEMBERS), {
  place: is(PLACE),
  word: is(text(300)),
  colour: is(matches('(red|orange|yellow|green|teal|blue|violet|pink)')),
});
/** What the person chose; what is absent is the default. */
const settings: Rules = {
  ...is(MEMBERS),

  theme: is(matches('(light|dark)')),
  textSize: is(matches('(small|large|largest)')),
  firstPage: is(matches('(day|today|upcoming|personal|work|sticky-wall)')),
  firstDayOfWeek: is(wholeNumber(7)),
  guide: is(matches('(begun|moved|over)')),
  remind: REMIND,
  $tag: tag,
};

/**
 * A device that reminds its person by Web Push: where its messages go, the keys that they are encrypted for, and the
 * zone of its clock. `names`: messages may hold the names of tasks. `label` is what the person reads.
 */
const device = closed(
  all('$deviceId.matches(/^[A-Za-z0-9_-]{16,64}$/)', has(['endpoint', 'p256dh', 'auth', 'zone', 'at'])),
  {
    endpoint: is(text(1000), String.raw`newData.val().matches(/^https:\/\/[!-~]+$/)`),
    p256dh: is(matches('[A-Za-z0-9_=-]{1,200}')),
    auth: is(matches('[A-Za-z0-9_=-]{1,100}')),
    zone: is(matches(String.raw`[A-Za-z0-9_+\/-]{1,64}`)),
    ...{ names: FLAG, label: is(text(100)), at: TIME },
  },
);

const TRASH_INDEXES = { tasks: ['deletedAt', 'record/taskId'], notes: ['deletedAt'] };
const isOwner = 'auth != null && auth.uid === $uid';
const home = is(matches('[a-z0-9-]{1,63}'), any("newData.val() === 'first'", '!root.child($uid).exists()'));
/** Where the data are in another database, the first one has the name of that, which can be removed, and nothing else. */
const isHome = ["data.child('ext/home').val() === null", "data.child('ext/home').val() === 'first'"];

const data = closed(MEMBERS, {
  tasks: indexed(['taskId'], each('$fireId', record('tasks'))),
  notes: each('$fireId', record('notes')),
  ext: closed(MEMBERS, {
    ...beside,
    trash: forBoth(list => indexed(TRASH_INDEXES[list], each('$fireId', copy(list)))),
    taken: forBoth(list => indexed(['deletedAt'], each('$fireId', leaving(list)))),
    leases: each('$fireId', lease),
    applied: indexed(['.value'], each('$operationId', mark)),
    settings,
    devices: each('$deviceId', device),
    home: { '.read': isOwner, ...home },
  }),
});

const owned: Rules = {
  '.read': all(isOwner, any(...isHome)),
  '.write': all(isOwner, any(...isHome, '!newData.exists()')),
};
const ORIGIN = '// Written by `npm run rules` from database.rules.ts.';
/** The text of `database.rules.json`. */
export const rulesText = `${ORIGIN}\n${JSON.stringify({ rules: { $uid: { ...owned, ...data } } }, null, 2)}\n`;

if (process.argv[1]?.endsWith('database.rules.ts')) writeFileSync('database.rules.json', rulesText);
