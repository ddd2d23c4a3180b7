/**
 * The code before the app and its first paint: theme, size of text, and a list's first frame. The app's scripts are asked
 * for once that is painted: before, they would delay it. Without rows to show, both are asked for at once.
 */
import { needsTasks } from './routes';
import { showFirstFrame } from './app/firstFrame/firstFrame';
import { parseUserData } from './auth/session';
import { createSession } from './device/session';
import { appScripts, areOfThisVersion, readFirstRows } from './device/firstRows';
import { readSettings } from './device/settingsCopy';
import { askFirst } from './firebase/firstReads';
import { showLook } from './settings/look';
import { settingsOf } from './settings/settings';

const user = parseUserData(createSession(Date.now).read(), Date.now());
const rows = user && readFirstRows(user.id);
if (user) showLook(settingsOf(readSettings(user.id)));
if (user && needsTasks(location.pathname) && rows === undefined) {
  askFirst(user.id, ['tasks', 'ext/done', 'ext/repeats']);
}

let isAsked = false;
function askForApp() {
  if (isAsked) return;
  isAsked = true;
  for (const src of appScripts()!.split(' ')) {
    const script = document.createElement('script');
    document.head.append(Object.assign(script, { src, async: false })); // they run in their order
  }
}

/** Whether the first frame is there; a copy that it cannot draw is the app's to judge. */
function hasFirstFrame(): boolean {
  try {
    return user !== null && !!rows && areOfThisVersion(rows) && showFirstFrame(user, rows, Date.now());
  } catch {
    document.getElementById('root')!.replaceChildren();
    return false;
  }
}

addEventListener('DOMContentLoaded', () => {
  // A hidden page paints nothing.
  if (!hasFirstFrame() || document.hidden) return askForApp();
  document.addEventListener('visibilitychange', askForApp);
  requestAnimationFrame(() => setTimeout(askForApp));
});
