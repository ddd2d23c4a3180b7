import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rowsOf } from '../support/rows';

const root = path.resolve(__dirname, '../..');
const LAWS = /^(eslint\(no-restricted-|house\()/;

/** Lints the files of a folder by the laws of this one. */
async function lint(folder: string) {
  const config = JSON.stringify(path.join(root, 'oxlint.config.mjs'));
  const laws = JSON.stringify(path.join(root, 'scripts/lib/houseLaws.mjs'));
  await writeFile(
    path.join(folder, 'oxlint.config.mjs'),
    `import config from ${config};\nexport default { ...config, jsPlugins: [${laws}] };\n`,
  );
  const args = ['-c', 'oxlint.config.mjs', '-f', 'json', 'src', 'server', 'shared', 'test'];
  // It exits with an error when it finds something.
  const said = await new Promise<string>(done =>
    execFile(path.join(root, 'node_modules/.bin/oxlint'), args, { cwd: folder }, (_, out) => done(out)),
  );
  return JSON.parse(said) as {
    diagnostics: { message: string; help?: string; code?: string; filename: string }[];
  };
}

/** The laws that the texts break, each in its file. A file that has several texts has them in several trees. */
async function brokenBy(cases: { file: string; text: string }[]): Promise<string[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daywall-laws-'));
  const trees = cases.map(({ file }, at) => cases.slice(0, at).filter(other => other.file === file).length);
  for (const [at, { file, text }] of cases.entries()) {
    const name = path.join(folder, `${trees[at]}`, file);
    await mkdir(path.dirname(name), { recursive: true });
    await writeFile(name, `${text}\n`);
  }
  const broken = cases.map((): string[] => []);
  for (const tree of new Set(trees))
    for (const { message, help = '', code, filename } of (await lint(path.join(folder, `${tree}`)))
      .diagnostics) {
      const at = cases.findIndex(({ file }, n) => trees[n] === tree && file === filename);
      if (code === undefined || at === -1) throw new Error(`${filename} was not linted: ${message}`);
      if (LAWS.test(code)) broken[at]!.push(`${message} ${help}`);
    }
  await rm(folder, { recursive: true });
  return broken;
}

const uses = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;`;
const usesType = (specifier: string) => `import type { X } from '${specifier}';\nexport type Y = X;`;
/** The text of a cell: what a module `uses`, and lines after a `\n`. */
const textOf = (cell: string) =>
  cell
    .replaceAll('\\n', '\n')
    .replace(/^uses the type (\S+)/, (_, specifier: string) => usesType(specifier))
    .replace(/^uses (\S+)/, (_, specifier: string) => uses(specifier));

const words = 'word '.repeat(23);
/** A title, a file, its text, and words of the law that refuses it. */
const refused = [
  ...rowsOf(String.raw`
Text beside a value | src/ui/A.tsx | export const A = (n: number) => <p>{n} tasks</p>; | a translated page has replaced the text node
Text beside a part that comes and goes | src/ui/A.tsx | export const A = (is: boolean) => <p>Add{is && <b />}</p>; | a translated page has replaced the text node
A composition that Safari does not report | src/tasks/A.ts | export const a = (event: { nativeEvent: KeyboardEvent }) => event.nativeEvent.isComposing; | Safari reports a composition by key code only
A task that reaches into the app | src/tasks/tasksSlice.ts | uses ../app/store | index.tsx → app
A task that reaches into notes | src/tasks/TaskForm.tsx | uses ../notes/notesSlice | index.tsx → app
A task that reaches into notes when it is needed | src/tasks/a.ts | void import('../notes/a'); | index.tsx → app
A task that hands on what is a note’s | src/tasks/a.ts | export { x } from '../notes/a'; | index.tsx → app
A note that reaches into tasks, be it for a type | src/notes/a.ts | uses the type ../tasks/task | index.tsx → app
A note deep in a folder that reaches into the app | src/notes/b/a.ts | uses ../../app/store | index.tsx → app
Sign-in that reaches into tasks | src/auth/authSagas.ts | uses ../tasks/tasksSlice | index.tsx → app
The account that reaches into tasks | src/account/x.ts | uses ../tasks/task | index.tsx → app
The queue that reaches into notes | src/sync/queue/queue.ts | uses ../../notes/note | index.tsx → app
Drafts that know a task | src/drafts/useDraft.ts | uses ../tasks/task | index.tsx → app
The queue that knows the trash page | src/sync/queue/queue.ts | uses ../../trash/trashKinds | index.tsx → app
A task that knows of files | src/tasks/task.ts | uses ../transfer/csv | index.tsx → app
Files that reach into the app | src/transfer/a.ts | uses ../app/store | index.tsx → app
The interface that reaches into the app | src/components/Button.tsx | uses ../app/store | index.tsx → app
A button that knows the store | src/components/Button.tsx | uses react-redux | The kit gets what it shows as props
A task that knows keys | src/tasks/views/row/TaskRow.tsx | uses ../../keyboard/keys | index.tsx → app
Keys that know the palette | src/keyboard/useKeyboard.ts | uses ../find/findSlice | index.tsx → app
The palette that reaches into the app | src/find/Palette.tsx | uses ../app/store | index.tsx → app
Firebase that reaches into a feature | src/firebase/auth.ts | uses the type ../tasks/task | index.tsx → app
A type of all that comes from a feature | src/services/database.ts | uses the type ../tasks/task | index.tsx → app
Firebase that reads the store | src/firebase/auth.ts | uses @reduxjs/toolkit | knows no store
The SDK in the app | src/app/store.ts | uses firebase/database | Only src/firebase knows Firebase
The SDK’s types in a saga | src/tasks/aSagas.ts | uses the type firebase/auth | Only src/firebase knows Firebase
The SDK’s inner package | src/ui/a.ts | uses @firebase/util | Only src/firebase knows Firebase
The SDK where services are built | src/index.tsx | uses firebase/app | Only src/firebase knows Firebase
The SDK in the server | server/main.ts | uses firebase/app | Only src/firebase knows Firebase
The app that builds Firebase itself | src/app/a.ts | uses ../firebase/database | index.tsx builds
A page that fetches | src/tasks/TaskList.tsx | void fetch('/x'); | speaks to a server
A page that fetches by way of the window | src/ui/a.ts | void window.fetch('/x'); | speaks to a server
A socket in the app | src/app/a.ts | new WebSocket('ws://x'); | speaks to a server
A component that knows a saga | src/tasks/TaskForm.tsx | uses ./tasksSagas | never sagas
A component that knows services | src/tasks/TaskForm.tsx | uses the type ../services/database | never services
A component with the router’s own link | src/tasks/TaskForm.tsx | import { Link } from 'react-router-dom';\nexport const y = Link; | components/Link
A saga that builds on a service | src/tasks/aSagas.ts | uses ../services/database | Services arrive as arguments
A component that keeps things itself | src/ui/A.tsx | localStorage.clear(); | memory is a service
A saga that keeps things itself | src/auth/authSagas.ts | void indexedDB; | memory is a service
Effects without types | src/tasks/aSagas.ts | uses redux-saga/effects | src/lib/effects.ts
Effects without types in the root | src/app/rootSaga.ts | uses redux-saga/effects | src/lib/effects.ts
A bare yield in a sender | src/tasks/a.ts | export function* a() { yield 1; } | yield* a typed
A component that reads the clock | src/day/A.tsx | export const a = () => Date.now(); | clock
A comment with no subject | server/a.ts | // What it does.\nexport const a = 1; | begins with its subject
A time without its unit | server/a.ts | export const RETRY_DELAY = 5 * 60_000; | RETRY_DELAY_MS
A time without its unit, by its use | server/a.ts | const CALM = 500;\nsetTimeout(() => {}, CALM); | carries its unit
A bare yield | src/app/rootSaga.ts | export function* a() { yield 1; } | yield* a typed
A selector that reads the clock | src/tasks/tasksSelectors.ts | export const a = () => new Date(); | clock
A saga that reads the clock | src/auth/authSagas.ts | export const a = () => Date.now(); | clock
A drawn number that can be guessed | src/tasks/task.ts | export const a = Math.random(); | cryptographic
A component that spells a path | src/tasks/a.tsx | export const a = '/tasks/new'; | routes.ts alone
The app that reaches into the server | src/app/a.ts | uses the type ../../server/lib/types | know nothing of
Firebase that reaches into the server | src/firebase/a.ts | uses ../../server/lib/types | know nothing of
The server that reaches into the app | server/database/a.ts | uses the type ../../src/services/database | never reaches
What both share that reaches into the app | shared/a.ts | uses the type ../src/lib/a | imports nothing but
What both share that reaches into the server | shared/b/a.ts | uses ../../server/a | imports nothing but
What both share that needs a package | shared/a.ts | uses ical.js | imports nothing but
What both share that reads the clock | shared/a.ts | export const a = () => Date.now(); | clock
The server that renders | server/main.ts | uses react-dom/server | never reaches
A test that mocks one of our modules | test/app/shell.test.tsx | jest.mock('../../src/components/Logo', () => ({ Mark: () => null })); | Tests run our own modules
A test that mocks a helper later | test/ui/a.test.ts | jest.doMock('./a'); | Tests run our own modules
`),
  [
    'A saga that builds a path',
    'src/tasks/aSagas.ts',
    'export const a = (list: string) => `/tasks/${list}`;',
    'routes.ts alone',
  ],
  [
    'A comment of two pieces that is long',
    'server/a.ts',
    `// ${words}\n// ${words}\nexport const a = 1;`,
    'at most 45 words; this has 46',
  ],
  [
    'A title that does not fit a line',
    'test/app/a.test.ts',
    `test.each([1])('${'a'.repeat(81)}', () => undefined);`,
    'at most 80 characters; this has 81',
  ],
];

/** A title, a file and its text. */
const allowed = [
  ...rowsOf(String.raw`
The entry builds all | src/index.tsx | uses ./firebase/database\nimport './app/store';\nimport './services/database';
The app knows every feature | src/app/rootSaga.ts | uses ../tasks/tasksSagas\nimport '../auth/authSagas';
The app loads a page when it is needed | src/app/routes.tsx | void import('../notes/StickyWall');
The palette knows keys and tasks | src/find/places.ts | uses ../keyboard/keyMap\nimport '../tasks/task';
A task knows the paths and the typed hooks | src/tasks/views/row/TaskRow.tsx | uses ../../routes\nimport '../../hooks';
Tasks know the queue | src/tasks/aSagas.ts | uses ../sync/queueSlice
Files know tasks and notes | src/transfer/transferSagas.ts | uses ../tasks/task\nimport '../notes/note';
Notes know sign-in | src/notes/notesSlice.ts | uses ../auth/authSlice
A component asks the router where it is | src/tasks/TaskForm.tsx | import { useLocation } from 'react-router-dom';\nexport const y = useLocation;
A saga knows the types of services | src/tasks/aSagas.ts | uses the type ../services/database
A saga knows a failure | src/tasks/aSagas.ts | import { ServiceFailure } from '../services/failure';\nvoid ServiceFailure;
The device reads the clock | src/device/a.ts | export const a = () => Date.now();
A request says when it is made | src/tasks/taskActions.ts | export const a = () => Date.now();
A size that is no time | server/a.ts | export const FIRST_PAGE = 500;
A time with its unit | server/a.ts | export const RETRY_DELAY_MS = 500;
A saga delegates | src/tasks/aSagas.ts | export function* a() { yield* [1]; }
The typed effects wrap the others | src/lib/effects.ts | uses redux-saga/effects\nexport function* a() { yield x; }
Firebase knows the SDK and fetches | src/firebase/database.ts | uses firebase/database\nvoid fetch('/x');
Firebase knows the types of services | src/firebase/database.ts | uses the type ../services/database
The queue keeps things on the device | src/sync/queue/store/operationStore.ts | void indexedDB;
The senders know the wire of the trash | src/sync/records/a.ts | uses ../trash/trashMoves
A task list is no folder of tasks | src/notes/a.ts | uses ./tasksOfNote
App and server know what they share | src/tasks/a.ts | uses ../../shared/days
The server knows what it shares | server/database/a.ts | uses ../../shared/days
The server knows its parts | server/database/a.ts | uses ../types
Tests know both sides | test/server/a.test.ts | uses ../../src/services/database\nimport '../../server/main';
A test mocks a package | test/app/a.test.ts | jest.mock('react-router-dom');
`),
  [
    'A title fits a line without its tags',
    'test/e2e/a.story.ts',
    `test('${'a'.repeat(80)} @phone', () => undefined);`,
  ],
];

describe('The laws of the tree', () => {
  const all = [...refused, ...allowed];
  let broken: string[][];
  beforeAll(async () => {
    broken = await brokenBy(all.map(([, file, text]) => ({ file: file!, text: textOf(text!) })));
  });

  test.each(refused)('%s is refused', (...row) => {
    const [title, , , law] = row;
    expect(broken[all.findIndex(([other]) => other === title)]).toEqual([expect.stringContaining(law!)]);
  });

  test.each(allowed)('%s', title => {
    expect(broken[all.findIndex(([other]) => other === title)]).toEqual([]);
  });
});
