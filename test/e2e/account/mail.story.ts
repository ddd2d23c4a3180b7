import path from 'node:path';
import { signUp } from '../../support/clients/identity';
import { startServer } from '../../support/server/server';
import { startMailServer, type MailServer } from '../../support/server/smtpServer';
import { until } from '../../support/until';
import { expect, test } from '../fixtures';

const dist = path.resolve(__dirname, '../../../dist');

async function linkTo(mail: MailServer, address: string): Promise<string> {
  let link = '';
  await until(() => {
    const { text } = mail.mails.findLast(({ to }) => to[0] === address)!;
    link = /^http\S+$/m.exec(text)![0];
  });
  return link;
}

test('A mailed link sets a forgotten password, and another confirms a new address @long', async ({
  page,
  troubles,
  axe,
  afterPages,
}) => {
  troubles.expect(/accounts:update|400 \(Bad Request\)|401|\.json\?|WebSocket|\/v1\/token|accounts:lookup/);
  const mail = await startMailServer();
  afterPages(() => mail.close());
  const server = await startServer({ dist, env: { SMTP_URL: mail.url, MAIL_FROM: 'tasks@example.com' } });
  afterPages(() => server.stop());
  await signUp(server.url, 'ann@example.com', 'secret-1');
  await page.goto(`${server.url}/auth/login`);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByRole('button', { name: 'Ask for a new one' }).click();
  await expect(page.getByText('a mail with a link is on its way to ann@example.com')).toBeVisible();
  await page.goto(await linkTo(mail, 'ann@example.com'));
  await axe();
  await page.getByLabel('New password').fill('secret-2');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'sign in' }).click();
  const signIn = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('secret-2');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  };
  await signIn('ann@example.com');

  await page.goto(`${server.url}/account`);
  await page.locator('summary', { hasText: 'Change email' }).click();
  const part = page.locator('details[open]');
  await part.getByLabel('New email').fill('anna@example.com');
  await part.getByLabel('Current password').fill('secret-2');
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('A mail is on its way to anna@example.com')).toBeVisible();
  await page.goto(await linkTo(mail, 'anna@example.com'));
  await axe();
  await page.getByRole('button', { name: 'Use the new address' }).click();
  await expect(page.getByRole('status')).toContainText('Your address is anna@example.com now');
  await page.getByRole('link', { name: 'sign in' }).click();
  await signIn('anna@example.com');
  await until(() => expect(mail.mails.at(-1)?.to).toEqual(['ann@example.com']));
});
