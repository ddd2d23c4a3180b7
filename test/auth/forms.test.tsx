import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { signedIn, signedOut, signInFailed } from '../../src/auth/authSlice';
import { ada, change, renderApp } from '../support/app/renderApp';

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
/** Opens a form and waits for the validation rules, which are loaded at the first focus. */
async function open(form: 'login' | 'register') {
  const app = renderApp(`/auth/${form}`, { user: null });
  await act(async () => {
    fireEvent.focusIn(email());
    await import('../../src/auth/AuthForm');
  });
  return app;
}

describe.each([
  ['login', 'Login', 'auth/loginRequested'],
  ['register', 'Register', 'auth/registerRequested'],
] as const)('The %s form', (form, name, request) => {
  const submit = () => screen.getByRole('button', { name });

  it('has its button disabled until its fields are valid, and names them to the device', async () => {
    const app = await open(form);
    expect(email()).toHaveAttribute('autocomplete', 'email');
    const kind = form === 'login' ? 'current-password' : 'new-password';
    expect(password()).toHaveAttribute('autocomplete', kind);
    for (const [address, secret] of [
      ['', ''],
      ['ada', 'secret'],
      ['ada@example.org', ''],
      ['ada@example.org', '12345'],
    ] as const) {
      await change(email(), address);
      await change(password(), secret);
      expect(submit()).toBeDisabled();
      await app.user.type(password(), '{Enter}');
    }
    expect(app.sentOf(request)).toHaveLength(0);
  });

  it('sends what was typed, the password with its blanks, by Enter as by the button', async () => {
    const app = await open(form);
    await app.write(email(), 'ada@example.org');
    await app.user.type(password(), '  six  {Enter}');
    await waitFor(() => expect(app.sentOf(request)).toHaveLength(1));
    expect(app.sentOf(request)[0]).toMatchObject({
      payload: { email: 'ada@example.org' },
      meta: { password: '  six  ' },
    });
  });

  it('is hidden by a spinner, sends nothing twice, and has its words after a failure', async () => {
    const app = await open(form);
    await app.write(email(), 'ada@example.org');
    await app.write(password(), 'secret');
    await app.user.dblClick(submit());
    await screen.findByRole('status');
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(email()).not.toBeVisible();
    expect(app.sentOf(request)).toHaveLength(1);
    await app.answer(signInFailed({ form, message: 'To many requests, try again later' }));
    const alert = screen.getByRole('alertdialog', { name: 'To many requests, try again later' });
    expect(alert).toBeInTheDocument();
    expect(email()).toHaveValue('ada@example.org');
    expect(password()).toHaveValue('secret');
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows the code of a failure that nobody can explain, until Esc', async () => {
    const app = await open(form);
    const message = 'An unknown error occurred. Pls check your network connection and try again';
    await app.answer(signInFailed({ form, message, code: 'auth/operation-not-allowed' }));
    const alert = screen.getByRole('alertdialog', { name: message });
    expect(alert).toHaveAccessibleDescription('auth/operation-not-allowed');
    expect(screen.getByText('auth/operation-not-allowed')).toBeVisible();
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('leads to the other form, and the alert of one is not shown in the other', async () => {
    const app = await open(form);
    const other = form === 'login' ? 'register' : 'login';
    await app.answer(signInFailed({ form: other, message: 'Username or password incorrect' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await app.answer(signInFailed({ form, message: 'Username or password incorrect' }));
    await app.user.click(screen.getByRole('link', { name: form === 'login' ? 'Sign Up' : 'Sign In' }));
    expect(app.path()).toBe(`/auth/${other}`);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    app.go(`/auth/${form}`);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('The messages under the fields', () => {
  it('of login come when a field was touched and is invalid, and go when it is mended', async () => {
    const app = await open('login');
    await app.write(email(), 'ada');
    expect(screen.queryByText('Input a valid email')).toBeNull();
    await app.user.click(password());
    expect(await screen.findByText('Input a valid email')).toBeInTheDocument();
    expect(email()).toBeInvalid();
    expect(screen.queryByText('Input a valid password')).toBeNull();
    await app.user.tab();
    expect(await screen.findByText('Input a valid password')).toBeInTheDocument();
    await app.write(email(), '@example.org');
    await waitFor(() => expect(screen.queryByText('Input a valid email')).toBeNull());
  });

  it('are never shown when registering', async () => {
    const app = await open('register');
    await app.write(email(), 'ada');
    await app.user.click(password());
    await app.user.tab();
    await waitFor(() => expect(screen.queryByText(/^Input a valid/)).toBeNull());
    expect(screen.getByRole('button', { name: 'Register' })).toBeDisabled();
  });
});

it('The login page says why the session ended, and after Sign out nothing', async () => {
  const app = renderApp('/tasks/today', { tasks: [] });
  for (const [reason, words] of [
    ['expired', 'You were signed out after 2 days. Sign in to carry on.'],
    ['elsewhere', 'You were signed out in another tab.'],
    ['revoked', /on another device: by a new password/],
    ['disabled', 'The user account has been disabled by an administrator.'],
    ['deleted', 'Your account was deleted.'],
  ] as const) {
    await app.answer(signedOut(reason));
    expect(app.path()).toBe('/auth/login');
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(screen.getByLabelText('Email')).toBeVisible();
    await app.answer(signedIn(ada));
  }
  await app.answer(signedOut());
  expect(app.path()).toBe('/auth/login');
  expect(screen.queryByRole('status')).toBeNull();
});
