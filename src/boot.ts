/**
 * The script that runs before the app: it sets theme and text size, leads from `/` to the first page, shows the picture
 * of the last screen, and requests the app's scripts once that is painted.
 */
import { parseUserData } from './auth/session';
import { readUserData } from './device/session';
import { appScripts, showPicture } from './device/picture';
import { readSettings } from './device/settingsCopy';
import { fetchAnew } from './firebase/fetchAnew';
import { paths } from './routes';
import { showLook } from './settings/look';
import { firstPathOf, settingsOf } from './settings/settings';

const scripts = appScripts().split(' ');
const user = parseUserData(readUserData(), Date.now());
const settings = settingsOf(user && readSettings(user.id));
if (user) showLook(settings);
if (user && location.pathname === paths.root) history.replaceState(null, '', firstPathOf(settings));

/** Requests the app's scripts, which run in order. */
function askForApp() {
  for (const src of scripts) {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.onerror = showNotLoaded;
    document.head.append(script);
  }
}

function showNotLoaded() {
  const alert = Object.assign(document.createElement('p'), {
    role: 'alert',
    textContent: 'Daywall could not be loaded. ',
  });
  const retry = Object.assign(document.createElement('button'), { textContent: 'Retry' });
  // Past the browser's cache, which may hold the answer that the file does not exist.
  retry.onclick = () => void Promise.all(scripts.map(fetchAnew)).then(() => location.reload());
  alert.append(retry);
  document.getElementById('root')!.replaceChildren(alert);
}

addEventListener('DOMContentLoaded', () => {
  const isShown = user && showPicture(document.getElementById('root')!, user.id);
  // A hidden page does not paint.
  if (isShown && !document.hidden) requestAnimationFrame(() => setTimeout(askForApp));
  else askForApp();
});
