/** Findings of `npm run doctor` about mails, with a real server and a mail server that can be stopped. */
import { checkMail } from '../../../scripts/doctor/mail';
import { readConfig } from '../../../server/settings/config';
import type { Status } from '../../../server/status';
import { askControl } from '../../../server/storage/control';
import type { Json } from '../../../server/lib/types';
import { call, signUp } from '../../support/clients/identity';
import { startServer } from '../../support/server/server';
import { startMailServer } from '../../support/server/smtpServer';
import { until } from '../../support/until';
import { caseOf, giveFolder } from './examine';

giveFolder();

it('tells of a mail server that takes no mails, and of links to this machine', async () => {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'tasks@example.com' };
  const server = await startServer({ env });
  await signUp(server.url, 'ann@example.com');
  const ask = (command: string, args: Json = null) => askControl(server.dataDir, command, args);
  const status = (await ask('status')) as Status;
  const look = (more: Record<string, string> = {}) =>
    checkMail(caseOf({ config: readConfig({ ...env, ...more }), status, ask }));
  expect(await look()).toMatchObject([
    { kind: 'fine' },
    {
      kind: 'advice',
      text: `The links in mails lead to ${server.url}: set PUBLIC_URL to where people reach it.`,
    },
  ]);
  const askReset = () =>
    call(server.url, 'accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ann@example.com' });
  await mail.close();
  await askReset();
  await until(() => expect(server.log()).toContain('could not be sent'));
  expect(await look({ PUBLIC_URL: 'https://tasks.example' })).toMatchObject([
    {
      kind: 'fault',
      text: expect.stringMatching(
        /^The last mail was not sent, \d+ seconds? ago: .*ECONNREFUSED.*; 1 waits\./,
      ),
    },
  ]);
  await mail.open();
  await until(() => expect(mail.mails).toHaveLength(1));
  await server.restart();
  expect((await look())[0]).toMatchObject({ kind: 'fine' });
  await server.restart({ SMTP_URL: '' });
  expect((await look())[0]).toMatchObject({ kind: 'fault', text: expect.stringMatching(/sends no mails/) });
  await server.stop();
  await mail.close();
});

it('says nothing where no mails are sent, or no server runs', async () => {
  expect(await checkMail(caseOf({ config: readConfig({}) }))).toEqual([]);
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@b.example' });
  expect(await checkMail(caseOf({ config, status: null }))).toEqual([]);
});
