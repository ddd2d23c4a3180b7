/**
 * What comes before the app: a signed-in person whose rows are not on this device waits for the server's, so they are
 * asked for while the app's own scripts are on their way.
 */
import { needsTasks } from './app/paths';
import { parseUserData } from './auth/session';
import { createSession } from './device/browser';
import { readFirstRows } from './device/firstRows';
import { askFirst } from './firebase/firstReads';

const user = parseUserData(createSession(Date.now).read(), Date.now());
if (user && needsTasks(location.pathname) && readFirstRows(user.id) === undefined) {
  askFirst(user.id, ['tasks', 'ext/done']);
}
