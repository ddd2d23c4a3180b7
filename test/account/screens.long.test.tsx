import { screen, waitFor, within } from '@testing-library/react';
import {
  changeFailed,
  passwordChanged,
  passwordResetNoted,
  signedOutEverywhere,
} from '../../src/account/accountSlice';
import { sessionEndNeared, sessionRenewed, signedOut } from '../../src/auth/authSlice';
import { ada, renderApp, task } from '../support/app/renderApp';

const part = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest<HTMLElement>('details')!);
const password = (title: string) => part(title).getByLabelText('Current password');
const submit = (title: string) => part(title).getByRole('button', { name: title });

const openAccount = async () => {
  const app = renderApp('/account');
  await screen.findByRole('heading', { name: 'Account' });
  return app;
};

describe('The account', () => {
  it('is reached by the address at the foot of the sidebar, which is marked there', async () => {
    const app = renderApp('/tasks/today', { tasks: [] });
    await app.user.click(screen.getByRole('link', { name: ada.email }));
    expect(app.path()).toBe('/account');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Account' })).toHaveFocus());
    expect(screen.getByRole('link', { name: ada.email })).toHaveAttribute('aria-current', 'page');
    expect(screen.getAllByRole('navigation')).toHaveLength(1);
  });

  it('asks once for the tasks that the sidebar counts, also after a renewed session', async () => {
    const app = renderApp('/account');
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(1);
    await app.answer(sessionRenewed({ ...ada, expiryDate: '2026-03-14T08:00:00.000Z' }));
    app.go('/tasks/today');
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(1);
  });

  it('is for the signed-in alone', () => {
    const app = renderApp('/account', { user: null });
    expect(app.path()).toBe('/auth/login');
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'Change password',
      { 'Current password': ' old one ', 'New password': ' new one ' },
      { type: 'account/passwordChangeRequested', meta: { password: ' old one ', newPassword: ' new one ' } },
    ],
    [
      'Change email',
      { 'New email': 'lovelace@example.org', 'Current password': 'old one' },
      {
        type: 'account/emailChangeRequested',
        payload: { email: 'lovelace@example.org' },
        meta: { password: 'old one' },
      },
    ],
    [
      'Sign out everywhere',
      { 'Current password': 'old one' },
      { type: 'account/signOutEverywhereRequested', meta: { password: 'old one' } },
    ],
    [
      'Delete account',
      { 'Type your email to confirm': 'Ada@Example.org', 'Current password': 'old one' },
      { type: 'account/accountDeleteRequested', meta: { password: 'old one' } },
    ],
  ])('%s is requested by Enter once all fields are valid, and not twice', async (title, fields, request) => {
    const app = await openAccount();
    for (const [label, value] of Object.entries(fields)) {
      expect(submit(title)).toBeDisabled();
      await app.write(part(title).getByLabelText(label), value);
    }
    expect(submit(title)).toBeEnabled();
    await app.user.keyboard('{Enter}{Enter}');
    await within(screen.getByRole('main')).findByText(/…$/);
    expect(app.sent.filter(({ type }) => type === (request as { type: string }).type)).toMatchObject([
      request,
    ]);
    for (const other of ['Change password', 'Change email', 'Sign out everywhere', 'Delete account'])
      expect(submit(other)).toBeDisabled();
  });

  it('says under a field what is wrong with it once it was left, and sends nothing', async () => {
    const app = await openAccount();
    await app.write(password('Change password'), 'old one');
    await app.user.type(part('Change password').getByLabelText('New password'), 'five5{Enter}');
    await app.user.tab();
    expect(await screen.findByText('At least 6 characters')).toBeInTheDocument();
    await app.write(part('Delete account').getByLabelText('Type your email to confirm'), 'bob@example.org');
    await app.user.tab();
    expect(await screen.findByText('This is not your email address')).toBeInTheDocument();
    expect(app.sent.filter(({ type }) => type.startsWith('account/') && type.endsWith('Requested'))).toEqual(
      [],
    );
  });

  it('shows a refusal in place and keeps the text; an accepted change empties the form', async () => {
    const app = await openAccount();
    await app.write(password('Change password'), 'not mine');
    await app.user.type(part('Change password').getByLabelText('New password'), 'new one{Enter}');
    await screen.findByText('Changing your password…');
    await app.answer(changeFailed({ message: 'Wrong password.' }));
    expect(part('Change password').getByRole('alert')).toHaveTextContent('Wrong password.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(password('Change password')).toHaveValue('not mine');
    await app.user.click(submit('Change password'));
    await app.answer(passwordChanged());
    expect(part('Change password').getByRole('status')).toHaveTextContent('Password changed.');
    await waitFor(() => expect(password('Change password')).toHaveValue(''));
    app.go('/tasks/today');
    app.go('/account');
    expect(screen.queryByText(/Password changed/)).toBeNull();
  });

  it('ends with a word on the login page', async () => {
    const app = await openAccount();
    await app.user.type(password('Sign out everywhere'), 'old one{Enter}');
    await within(screen.getByRole('main')).findByText(/…$/);
    await app.answer(signedOutEverywhere());
    await app.answer(signedOut());
    expect(app.path()).toBe('/auth/login');
    expect(screen.getByRole('status')).toHaveTextContent('You are signed out everywhere.');
  });
});

describe('The bar at the end of a session', () => {
  const open = async () => {
    const app = renderApp('/tasks/new', { tasks: [task(1, 'Bread')] });
    await app.write(screen.getByLabelText('Title'), 'Half a');
    await app.answer(sessionEndNeared());
    return app;
  };
  const bar = () => screen.queryByRole('complementary', { name: 'Your session' });

  it('comes without taking the focus, and goes when the session is renewed', async () => {
    const app = await open();
    expect(bar()).toHaveTextContent(/You’ll be signed out at \d{1,2}:\d\d/);
    expect(screen.getByLabelText('Title')).toHaveFocus();
    await app.answer(sessionRenewed({ ...ada, email: 'a@example.org' }));
    expect(bar()).toBeInTheDocument();
    await app.answer(sessionRenewed({ ...ada, expiryDate: '2026-03-14T08:00:00.000Z' }));
    expect(bar()).toBeNull();
  });

  it('asks for the password in place, says what is wrong, gives the focus back', async () => {
    const app = await open();
    await app.user.click(within(bar()!).getByRole('button', { name: 'Stay signed in' }));
    const field = within(bar()!).getByLabelText('Password');
    expect(field).toHaveFocus();
    await app.user.type(field, 'secret{Enter}');
    await screen.findByText('One moment…');
    expect(app.sentOf('account/sessionExtendRequested')).toMatchObject([{ meta: { password: 'secret' } }]);
    await app.answer(changeFailed({ message: 'Wrong password.' }));
    expect(within(bar()!).getByRole('alert')).toHaveTextContent('Wrong password.');
    field.focus();
    await app.answer(sessionRenewed({ ...ada, expiryDate: '2026-03-14T08:00:00.000Z' }));
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(screen.getByLabelText('Title')).toHaveValue('Half a');
  });
});

describe('A forgotten password', () => {
  it('is asked for from the login page, answered in place, and leads back', async () => {
    const app = renderApp('/auth/login', { user: null });
    await app.user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(app.path()).toBe('/auth/forgotten');
    const ask = screen.getByRole('button', { name: 'Reset password' });
    expect(ask).toBeDisabled();
    await app.user.type(screen.getByLabelText('Email'), 'ada@example.org{Enter}');
    await screen.findByText('One moment…');
    expect(app.sentOf('account/passwordResetRequested')).toMatchObject([
      { payload: { email: 'ada@example.org' } },
    ]);
    await app.answer(passwordResetNoted({ email: 'ada@example.org', by: 'mail' }));
    expect(screen.getByRole('status')).toHaveTextContent(
      'Check your mail: if ada@example.org has an account, a link is on its way.',
    );
    await app.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    expect(app.path()).toBe('/auth/login');
  });
});
