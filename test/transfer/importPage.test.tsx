import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../src/app/store';
import { rootReducer } from '../../src/app/store/rootReducer';
import { DataPage } from '../../src/transfer/page/DataPage';
import { transferSlice } from '../../src/transfer/transferSlice';
import { taskRecord } from '../support/app/operations';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';

rootReducer.inject(transferSlice);

const milk = taskRecord(1, {
  taskName: 'Milk',
  taskDescription: '',
  taskDueDate: '2026-12-08T00:00:00.000Z',
});

/** The data page of an account with one task. */
function open() {
  const services = fakeServices({ userData: userDataOf('anna'), tasks: { '-a': milk } });
  const { store, run } = createStore();
  run(services);
  render(
    <Provider store={store}>
      <MemoryRouter>
        <DataPage />
      </MemoryRouter>
    </Provider>,
  );
  const user = userEvent.setup();
  return {
    user,
    choose: (file: File) => user.upload(screen.getByLabelText('File to import'), file),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    hasLeft: (bytes: number) => services.database.setStorage(0, bytes),
    names: () => Object.values(services.database.lists.tasks).map(task => (task as typeof milk).taskName),
  };
}
const csv = (...rows: string[]) => new File([['Subject,Due Date', ...rows].join('\n')], 'tasks.csv');
const firstRows = async () =>
  within(await screen.findByRole('list', { name: 'The first ones' }))
    .getAllByRole('listitem')
    .map(row => row.querySelector('p')!.textContent);

test('What is already here is told, and only the rest is added unless all is wanted', async () => {
  const { choose, press, names } = open();
  await choose(csv('Milk,2026-12-08', 'Milk,2026-12-08', 'Bread,2026-12-08'));
  expect(await screen.findByText(/3 tasks\. 1 of these is already here\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add all' })).toBeEnabled();
  await press('Add only the new ones');
  expect(await screen.findByText(/2 tasks were added\./)).toBeVisible();
  expect(names()).toEqual(['Milk', 'Milk', 'Bread']);

  await choose(csv('Milk,2026-12-08', 'Milk,2026-12-08', 'Bread,2026-12-08'));
  expect(await screen.findByText(/3 of these are already here\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add only the new ones' })).toBeNull();
  await press('Add all');
  expect(await screen.findByText(/3 tasks were added\./)).toBeVisible();
  expect(names()).toHaveLength(6);
});

test('A file that will not fit says so before anything is added', async () => {
  const { choose, press, hasLeft } = open();
  const large = new File([`Name,Notes\nBread,${'x'.repeat(900_000)}\n`], 'table.csv');
  hasLeft(200_000);
  await choose(large);
  expect(
    await screen.findByText(/It needs about 0\.9 MB, and your account has 0\.2 MB left\./),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add 1 task' })).toBeDisabled();
  hasLeft(2_000_000);
  await press('Cancel');
  await choose(large);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add 1 task' })).toBeEnabled());
});

test('A file in doubt shows its first rows in the encoding that is chosen', async () => {
  const { user, choose } = open();
  const bytes = readFileSync(resolve(__dirname, 'fixtures/cases/f06-outlook-windows-1251.csv'));
  await choose(new File([bytes], 'tasks.csv'));
  expect(await firstRows()).toEqual(['Купить молоко']);
  const encoding = screen.getByLabelText('If letters look wrong, read the file as');
  await user.selectOptions(encoding, 'Western European');
  await screen.findByText('Êóïèòü ìîëîêî');
  expect(screen.getByRole('button', { name: 'Add 1 task' })).toBeEnabled();
});

test('The first rows say when they repeat', async () => {
  const { choose } = open();
  await choose(new File(['- [ ] Bins 🔁 every week 📅 2026-12-08\n'], 'tasks.md'));
  expect(await screen.findByText(/· Personal · every Tuesday$/)).toBeVisible();
});

test('An unknown table shows its first rows by the columns that are chosen', async () => {
  const { user, choose, press, names } = open();
  await choose(new File(['Ref,What,When,Group\n7,Bins,2026-12-24,Home\n8,Bread,,\n'], 'table.csv'));
  expect(await screen.findByText(/From a table: 2 tasks\./)).toBeVisible();
  expect(await firstRows()).toEqual(['Bins #Home', 'Bread']);
  await user.selectOptions(screen.getByLabelText('Name'), 'Ref');
  await user.selectOptions(screen.getByLabelText('Notes'), 'What');
  await screen.findByText('7 #Home');
  await press('Add 2 tasks');
  expect(await screen.findByText(/2 tasks were added\./)).toBeVisible();
  expect(names()).toEqual(['Milk', '7 #Home', '8']);
});
