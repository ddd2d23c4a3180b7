import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chunk } from '../../src/components/chunk';

const Part = ({ name }: { name: string }) => <p>Part of {name}</p>;
const arrived = { default: Part };

describe('A part whose code is loaded when it is first shown', () => {
  it('is shown once its code is loaded', async () => {
    const Chunk = chunk(() => Promise.resolve(arrived));
    render(<Chunk name="Ada" />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(await screen.findByText('Part of Ada')).toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is shown at once when it was loaded before', async () => {
    const Chunk = chunk(() => Promise.resolve(arrived));
    render(<Chunk name="Ada" />);
    await screen.findByText('Part of Ada');
    render(<Chunk name="Eve" />);
    expect(screen.getByText('Part of Eve')).toBeInTheDocument();
  });

  it('shows in place that the code could not be loaded, with Retry', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {}); // React logs caught errors
    let isBroken = true;
    const Chunk = chunk(() =>
      isBroken ? Promise.reject<typeof arrived>(new Error('404')) : Promise.resolve(arrived),
    );
    render(<Chunk name="Ada" />);
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Part of Ada')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    jest.restoreAllMocks();
  });

  it('is loaded when the network returns', async () => {
    let isBroken = true;
    const Chunk = chunk(() =>
      isBroken ? Promise.reject<typeof arrived>(new Error('offline')) : Promise.resolve(arrived),
    );
    render(<Chunk name="Ada" />);
    await screen.findByRole('alert');
    isBroken = false;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Part of Ada')).toBeInTheDocument();
  });

  it('offers to reload the page when trying again did not help', async () => {
    const Chunk = chunk(() => Promise.reject<typeof arrived>(new Error('404')));
    render(<Chunk name="Ada" />);
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
  });
});
