/**
 * The script that runs before the app: it sets theme and text size, leads from `/` to the first page, shows the picture
 * of the last screen, and requests the app's scripts once that is painted.
 */
import { parseUserData } from './auth/session';
import { readUserData } from './device/session';
import { appScripts, pictureOf, showPicture } from './device/picture';
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
const picture = user && pictureOf(user.id);
// Loading the app would delay the painting of a picture.
if (!picture)
  for (const href of scripts)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href }),
    );

/** Runs the app's scripts, in order. */
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
  if (picture) showPicture(document.getElementById('root')!, picture);
  // The second frame follows the painting of the first: scripts that are in the cache would run before it. A hidden
  // page does not paint.
  if (picture && !document.hidden)
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(askForApp)));
  else askForApp();
});
