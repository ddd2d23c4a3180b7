/**
 * The script that runs before the app: it sets theme and text size and renders a list's first frame. It requests the
 * app's scripts after that is painted, so that they do not delay it, or at once without stored rows.
 */
import { needsTasks, paths } from './routes';
import { showFirstFrame, showNotLoaded } from './app/firstFrame/firstFrame';
import { parseUserData } from './auth/session';
import { readUserData } from './device/session';
import { appScripts, areOfThisVersion, readFirstRows } from './device/firstRows';
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

/** Whether the first frame is rendered. Copies that it cannot render are left to the app. */
function hasFirstFrame(): boolean {
  try {
    const isOwn = user !== null && !!rows && areOfThisVersion(rows);
    return isOwn && showFirstFrame(user, settings, rows, Date.now());
  } catch {
    document.getElementById('root')!.replaceChildren();
    return false;
  }
}

addEventListener('DOMContentLoaded', () => {
  // A hidden page does not paint.
  if (!hasFirstFrame() || document.hidden) return askForApp();
  document.addEventListener('visibilitychange', askForApp);
  requestAnimationFrame(() => setTimeout(askForApp));
});
