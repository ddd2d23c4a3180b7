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

// Values.
const text = (longest: number) => `newData.isString() && newData.val().length <= ${longest}`;
const matches = (pattern: string) => `newData.isString() && newData.val().matches(/^${pattern}$/)`;
const wholeNumber = (from: number, to: number) =>
  `newData.isNumber() && newData.val() >= ${from} && newData.val() <= ${to} && newData.val() % 1 === 0`;
const has = (names: string[]) => `newData.hasChildren([${names.map(name => `'${name}'`).join(', ')}])`;
const MEMBERS = 'newData.hasChildren()';
const TRUE = 'newData.val() === true';
const DAY = String.raw`\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))`;
const INSTANT = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z`;
const PLACE = all(text(1000), 'newData.val().matches(/^[A-Za-z][0-9A-Za-z]*$/)');

// Shapes.
/** An object with these members and no others. */
const closed = (condition: string, members: Rules): Rules => ({
  ...is(condition),
  ...members,
  $other: { '.validate': false },
});
/** An object with any number of entries. */
const each = (key: `$${string}`, entry: Rules, indexes: string[] = []): Rules => ({
  ...(indexes.length > 0 && { '.indexOn': indexes }),
  ...is(MEMBERS),
  [key]: entry,
});
const forBoth = (of: (list: List) => Rules): Rules =>
  closed(MEMBERS, { tasks: of('tasks'), notes: of('notes') });

// Places: expressions for paths below the user's data. `$fireId` is the key of a record.
const listed = (list: List) => `'${list}/' + $fireId`;
const copied = (list: List) => `'ext/trash/${list}/' + $fireId`;
const taken = (list: List) => `'ext/taken/${list}/' + $fireId`;
/** A place before the update. */
const before = (path: string) => `root.child($uid + '/${path.slice(1)})`;
/** A place after it, as seen from `depth` levels below the user's data. */
const after = (depth: number, path: string) => `newData${'.parent()'.repeat(depth)}.child(${path})`;

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
  tasks: {
    ...fields.tasks,
    taskName: `${text(10_000)} && newData.val() !== ''`,
    taskList: any("newData.val() === 'personal'", "newData.val() === 'work'"),
    taskId: 'newData.isNumber() && newData.val() >= 0 && newData.val() < 10000000 && newData.val() % 1 === 0',
  },
  notes: fields.notes,
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
  return closed(
    all('$fireId.length <= 256', hasFields(list), any('data.exists()', isCopyTaken)),
    eachField(listedFields[list], field =>
      any(
        `!${before(copied(list))}.exists()`,
        `${after(3, `${taken(list)} + '/isEdited'`)}.exists()`,
        `newData.val() === ${before(`${copied(list)} + '/record/${field}'`)}.val()`,
      ),
    ),
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
  const at = "'ext/repeats/' + $fireId + '/at'";
  const isDayKept = any(
    '!data.exists()',
    "newData.child('taskDueDate').val() === data.child('taskDueDate').val()",
    `${after(5, at)}.val() !== ${before(at)}.val()`,
  );
  return closed(
    all(
      '$fireId.length <= 256',
      has(['deletedAt', 'record']),
      `!${after(4, listed(list))}.exists()`,
      `!${after(4, taken(list))}.exists()`,
    ),
    {
      deletedAt: is(matches(INSTANT), any('!data.exists()', 'newData.val() === data.val()')),
      record: closed(
        all(hasFields(list), ...(list === 'tasks' ? [isDayKept] : [])),
        eachField(fields[list], field => {
          const isEqual = `newData.val() === ${before(`'${list}/' + ${key} + '/${field}'`)}.val()`;
          const isNew = any(`${now}.hasChild('isImported')`, `${now}.hasChild('isUnseen')`, isEqual);
          return `(data.exists() ? ${field === 'taskDueDate' ? 'true' : 'newData.val() === data.val()'} : ${isNew})`;
        }),
      ),
      otherOf: is(text(256), String.raw`newData.val().matches(/^[^.#$\/\[\]]+$/)`),
      isUnseen: is(TRUE, "newData.parent().child('otherOf').exists()"),
      isImported: is(TRUE),
    },
  );
};

/** Which copy left the trash last: written in the update that takes it out. */
const leaving = (list: List): Rules =>
  closed(
    all(
      has(['deletedAt']),
      `!${after(4, copied(list))}.exists()`,
      `newData.child('deletedAt').val() === ${before(`${copied(list)} + '/deletedAt'`)}.val()`,
    ),
    { deletedAt: { '.validate': true }, isEdited: is(TRUE) },
  );

/** Its record is listed or in the trash. */
const isBeside = (list: List, depth = 3) =>
  any(`${after(depth, listed(list))}.exists()`, `${after(depth, copied(list))}.exists()`);

/** What a person is told at a record: another device had other `fields`, or had deleted it (`isBack`). */
const notice = (list: List): Rules => {
  const { taskId: _taskId, ...texts } = fields[list];
  const told = Object.entries(texts).map(([name, value]) => [name, is(value)]);
  return closed(all(has(['at']), isBeside(list, 4)), {
    at: is(matches(INSTANT)),
    isBack: is(TRUE),
    fields: closed(MEMBERS, Object.fromEntries(told) as Rules),
  });
};

/** Whether an occurrence of the task is noted, before or after the update. */
const notedBefore = (day: string) => `${before("'ext/occurrences/' + $fireId")}.child(${day}).exists()`;
const notedAfter = (depth: number, day: string) =>
  `${after(depth, "'ext/occurrences/' + $fireId")}.child(${day}).exists()`;

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
  return closed(
    all(has(['rule', 'first', 'at']), isBeside('tasks'), `!${notedAfter(3, "newData.child('at').val()")}`),
    {
      rule: is(text(300), 'newData.val().matches(/^[A-Z0-9=;,+-]{10,}$/)'),
      first: is(matches(DAY)),
      at: is(matches(DAY), isMoved),
      after: is(TRUE),
      from: is(matches(DAY)),
      since: is(matches(INSTANT)),
    },
  );
};

/**
 * What became of an occurrence: the instant at which it was done, or `skipped`. It is written once, but for a skip that
 * turns out to be done: for the open day while `at` leaves it, for a day before it, for any other where the rule counts
 * from the tick, or where nothing repeats. Beside a note lies how many of the parts were ticked, `3/5`.
 */
const occurrence = (): Rules => {
  const at = "'ext/repeats/' + $fireId + '/at'";
  const parts = [
    matches(String.raw`\d{1,6}\/\d{1,6}`),
    "newData.parent().child($day.replace('-parts', '')).exists()",
  ];
  const isOpen = any(
    `!${before("'ext/repeats/' + $fireId")}.exists()`,
    `${before("'ext/repeats/' + $fireId + '/after'")}.exists()`,
    `${before(at)}.val() >= $day`,
  );
  const isOnce = `(data.exists() ? newData.val() === data.val() || data.val() === 'skipped' : ${isOpen})`;
  const note = [
    `$day.matches(/^${DAY}$/)`,
    matches(`(skipped|${INSTANT})`),
    isOnce,
    `${after(4, at)}.val() !== $day`,
  ];
  return is(`$day.matches(/^.{10}-parts$/) ? ${all(...parts)} : ${all(...note)}`);
};

/** What lies beside records, by the name in `src/services/databasePaths.ts`: under the key of a record. */
const beside: Rules = {
  done: each('$fireId', is(isBeside('tasks'), matches(INSTANT))),
  repeats: each('$fireId', repeat()),
  occurrences: each('$fireId', { ...each('$day', occurrence()), ...is(MEMBERS, isBeside('tasks')) }),
  order: each(
    '$fireId',
    closed(all(has(['day', 'place']), isBeside('tasks')), {
      day: is(matches(String.raw`(undated|\d{4}-\d{2}-\d{2})`)),
      place: is(PLACE),
    }),
  ),
  looks: each(
    '$fireId',
    closed(all(MEMBERS, isBeside('notes')), {
      colour: is(matches('[a-z]{1,20}')),
      pinned: is(TRUE),
      place: is(PLACE),
    }),
  ),
  others: forBoth(list => each('$fireId', notice(list))),
};

/** The device that is about to PATCH a note, since when by the server's clock: one at a time, for 60 s; 0 gives it back. */
const lease = closed(
  all(
    '$fireId.length <= 256',
    has(['by', 'at']),
    any(
      '!data.exists()',
      "data.child('at').val() < now - 60000",
      "data.child('at').val() > now + 60000",
      "data.child('by').val() === newData.child('by').val()",
    ),
  ),
  {
    by: is(text(256), 'newData.val().length > 0'),
    at: is(any('newData.val() === now', 'newData.val() === 0')),
  },
);

/** What the person chose; what is absent is the default. */
const settings = closed(MEMBERS, {
  theme: is(matches('(light|dark)')),
  textSize: is(matches('(small|large|largest)')),
  firstPage: is(matches('(day|today|upcoming|personal|work|sticky-wall)')),
  firstDayOfWeek: is(wholeNumber(0, 6)),
  guide: is(matches('(begun|keysSeen|over)')),
});

const isOwner = 'auth != null && auth.uid === $uid';
/** Where the data are in another database, the first one has the name of that, which can be removed, and nothing else. */
const isHome = ["data.child('ext/home').val() === null", "data.child('ext/home').val() === 'first'"];

const user = closed(MEMBERS, {
  tasks: each('$fireId', record('tasks'), ['taskId']),
  notes: each('$fireId', record('notes')),
  ext: closed(MEMBERS, {
    ...beside,
    trash: closed(MEMBERS, {
      tasks: each('$fireId', copy('tasks'), ['deletedAt', 'record/taskId']),
      notes: each('$fireId', copy('notes'), ['deletedAt']),
    }),
    taken: forBoth(list => each('$fireId', leaving(list), ['deletedAt'])),
    leases: each('$fireId', lease),
    // When an operation was applied. A mark is written once, so that the update that carries it takes effect once.
    applied: each('$operationId', is('!data.exists()', '$operationId.length <= 256', matches(INSTANT)), [
      '.value',
    ]),
    settings,
    home: {
      '.read': isOwner,
      ...is(matches('[a-z0-9-]{1,63}'), any("newData.val() === 'first'", '!root.child($uid).exists()')),
    },
  }),
});

export const rules: Rules = {
  $uid: {
    '.read': all(isOwner, any(...isHome)),
    '.write': all(isOwner, any(...isHome, '!newData.exists()')),
    ...user,
  },
};

export const rulesText = `${JSON.stringify({ rules }, null, 2)}\n`;

if (process.argv[1]?.endsWith('database.rules.ts')) writeFileSync('database.rules.json', rulesText);
