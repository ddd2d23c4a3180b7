import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getDatabase } from 'firebase-admin/database';
import { defineSecret, defineString } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import webPush from 'web-push';
import { remind } from './remind';

initializeApp();
const at = path => getDatabase().ref(path);
const [origin, keys] = [defineString('ORIGIN'), defineSecret('PUSH_KEYS')];
const more = { TTL: 3_600, urgency: 'high', timeout: 10_000 };

export const reminders = onSchedule({ schedule: '* * * * *', maxInstances: 1, secrets: [keys] }, () => {
  webPush.setVapidDetails(origin.value(), ...Object.values(JSON.parse(keys.value())));
  const site = {
    people: async () =>
      (await getAuth().listUsers()).users.filter(user => !user.disabled).map(({ uid }) => uid),
    get: async path => (await at(path).get()).val(),
    set: (path, value) => at(path).set(value),
    send: ({ endpoint, p256dh, auth }, payload, topic) =>
      webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, { ...more, topic }),
  };
  return remind(site, origin.value(), Date.now());
});
