/**
 * The script that runs before the app: it sets theme and text size and renders the first frame of a list or the wall. It
 * requests the app's scripts after that is painted, or at once without stored rows.
 */
import { needsTasks, paths } from './routes';
import { showFirstFrame, showNotLoaded } from './app/firstFrame/firstFrame';
import { parseUserData } from './auth/session';
import { readUserData } from './device/session';
import { appScripts, areOfThisVersion, readFirstNotes, readFirstRows, wallFiles } from './device/firstRows';
import { readSettings } from './device/settingsCopy';
import { fetchAnew } from './firebase/fetchAnew';
import { askFirst } from './firebase/rest/firstReads';
import { showLook } from './settings/look';
import { firstPathOf, settingsOf } from './settings/settings';

const user = parseUserData(readUserData(), Date.now());
const rows = user && readFirstRows(user.id);
const settings = settingsOf(user && readSettings(user.id));
if (user) showLook(settings);
// Decodes the title like the app's own route.
if (user && location.pathname === paths.root) history.replaceState(null, '', firstPathOf(settings));
const notes = user && location.pathname === paths.wall ? readFirstNotes(user.id) : null;
if (user && needsTasks(location.pathname) && rows === undefined) {
  askFirst(user.id, ['tasks', 'ext/done', 'ext/repeats']);
}

/** Requests scripts, which run in order. If a load fails, the user can retry it. */
function askFor(scripts: string[]) {
  const failed: string[] = [];
  for (const src of scripts) {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.onerror = () => {
      if (failed.push(src) === 1) showNotLoaded(() => void askAnew(failed));
    };
    document.head.append(script);
  }
}

async function askAnew(scripts: string[]) {
  await Promise.all(scripts.map(fetchAnew));
  askFor(scripts);
}

let isAsked = false;
function askForApp() {
  if (!isAsked) askFor(appScripts()!.split(' '));
  isAsked = true;
}

/** Milliseconds after which the app is asked for without a first frame of the wall. */
const WALL_TIMEOUT_MS = 1000;

/** Loads the code that draws the wall, and the app's styles of it. */
async function loadWall() {
  setTimeout(askForApp, WALL_TIMEOUT_MS);
  const parts = wallFiles().map(file =>
    file.endsWith('.css')
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: file })
      : Object.assign(document.createElement('script'), { src: file }),
  );
  const load = (part: HTMLElement) =>
    new Promise((onload, onerror) => document.head.append(Object.assign(part, { onload, onerror })));
  await Promise.all(parts.map(load)).catch((failure: unknown) => {
    parts.forEach(part => part.remove()); // the app loads its styles again
    throw failure;
  });
}

/** Whether the first frame is rendered. Copies that it cannot render are left to the app. */
async function hasFirstFrame(): Promise<boolean> {
  try {
    if (!user || !rows || !areOfThisVersion(rows)) return false;
    if (notes && !areOfThisVersion(notes)) return false;
    if (notes) await loadWall();
    return !isAsked && showFirstFrame(user, settings, rows, notes, Date.now());
  } catch {
    document.getElementById('root')!.replaceChildren();
    return false;
  }
}

addEventListener('DOMContentLoaded', async () => {
  // A hidden page does not paint.
  if (!(await hasFirstFrame()) || document.hidden) return askForApp();
  document.addEventListener('visibilitychange', askForApp);
  requestAnimationFrame(() => setTimeout(askForApp));
});
