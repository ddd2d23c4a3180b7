/**
 * The code before the app and its first paint: the user's theme and size of text. Where the device has no rows to
 * show, they are asked for while the app's own scripts are on their way.
 */
import { needsTasks } from './routes';
import { parseUserData } from './auth/session';
import { createSession } from './device/browser';
import { readFirstRows } from './device/firstRows';
import { readSettings } from './device/settingsCopy';
import { askFirst } from './firebase/firstReads';
import { showLook } from './settings/look';
import { settingsOf } from './settings/settings';

const user = parseUserData(createSession(Date.now).read(), Date.now());
if (user) showLook(settingsOf(readSettings(user.id)));
if (user && needsTasks(location.pathname) && readFirstRows(user.id) === undefined) {
  askFirst(user.id, ['tasks', 'ext/done', 'ext/repeats']);
}
