import { render, screen, createEvent, fireEvent, renderHook } from '@testing-library/react';
import { ErrorBoundary } from '../../src/components/ErrorBoundary';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Link, NavLink } from '../../src/components/Link';
import { useMediaQuery } from '../../src/components/hooks/useMediaQuery';
import { openWindow } from '../support/app/width';
import { Modal } from '../../src/components/Modal';
import { useLayoutEffect } from 'react';
import { useRootAttribute } from '../../src/components/hooks/useRootAttribute';
import userEvent from '@testing-library/user-event';
import { chunk } from '../../src/components/chunk';

function Broken(): never {
  throw new Error('NotFoundError');
}

test('A part that fails says so and offers a reload, until another address', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // React logs caught errors
  const { rerender } = render(
    <ErrorBoundary address="/day">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  rerender(
    <ErrorBoundary address="/tasks/today">
      <p>Today</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText('Today')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  jest.restoreAllMocks();
});

describe('A link', () => {
  const Here = () => {
    const { pathname, state } = useLocation();
    return <output>{JSON.stringify([pathname, state])}</output>;
  };

  const click = (link: HTMLElement, keys: MouseEventInit = {}) =>
    fireEvent(link, createEvent.click(link, { button: 0, cancelable: true, ...keys }));

  const pathNow = () => screen.getByRole('status').textContent;

  it('A link leads to its path and tells whoever asked; another tab is the browser’s', () => {
    const onClick = jest.fn();
    render(
      <MemoryRouter initialEntries={['/a']}>
        <Link to="/b/c" state={{ note: 'n' }} onClick={onClick}>
          Go
        </Link>
        <Here />
      </MemoryRouter>,
    );
    const link = screen.getByRole('link', { name: 'Go' });
    expect(link).toHaveAttribute('href', '/b/c');
    // jsdom cannot navigate: this listener, behind React's, prevents its error message.
    const isLeft: boolean[] = [];
    window.addEventListener('click', event => {
      isLeft.push(!event.defaultPrevented);
      event.preventDefault();
    });
    for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
      click(link, keys);
    expect(isLeft).toEqual([true, true, true, true]);
    expect(pathNow()).toBe('["/a",null]');
    onClick.mockClear();
    click(link);
    expect(isLeft.at(-1)).toBe(false);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(pathNow()).toBe('["/b/c",{"note":"n"}]');
  });

  it('A link of the navigation says that its page, or one below it, is the current one', () => {
    render(
      <MemoryRouter initialEntries={['/tasks/today/7/edit']}>
        <NavLink to="/tasks/today">Today</NavLink>
        <NavLink to="/tasks/to">To</NavLink>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'To' })).not.toHaveAttribute('aria-current');
  });
});

it('A media query is asked for once, and followed until its component is gone', () => {
  const page = openWindow(400);
  const asked = jest.spyOn(window, 'matchMedia');
  const { result, rerender, unmount } = renderHook(query => useMediaQuery(query), {
    initialProps: '(max-width: 500px)',
  });
  expect(result.current).toBe(true);
  rerender('(max-width: 500px)');
  expect(asked).toHaveBeenCalledTimes(1);
  page.resize(600);
  expect(result.current).toBe(false);
  rerender('(min-width: 550px)');
  expect(result.current).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
  unmount();
  page.close();
});

it('Where the browser knows no media queries, none matches', () => {
  const { result } = renderHook(() => useMediaQuery('(max-width: 500px)'));
  expect(result.current).toBe(false);
});

test('The second click of a double click that opened a dialog presses nothing in it', () => {
  const onClick = jest.fn();
  render(
    <Modal onClose={() => {}}>
      <button type="button" onClick={onClick}>
        Delete
      </button>
      <input type="checkbox" />
    </Modal>,
  );
  const [button, box] = [screen.getByText('Delete'), screen.getByRole<HTMLInputElement>('checkbox')];
  fireEvent.click(button, { detail: 2 });
  fireEvent.click(box, { detail: 2 });
  expect(onClick).not.toHaveBeenCalled();
  expect(box.checked).toBe(false);

  // A whole double click, and a press by key.
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  fireEvent.click(button, { detail: 0 });
  expect(onClick).toHaveBeenCalledTimes(3);
});

test('A mark is set before any layout effect, and goes with its component', () => {
  const root = document.documentElement;
  const seen: boolean[] = [];
  const Focused = () => {
    useLayoutEffect(() => void seen.push(root.hasAttribute('data-open')), []);
    return null;
  };
  const Marked = () => {
    useRootAttribute('data-open');
    return null;
  };
  const { unmount } = render(
    <>
      <Focused />
      <Marked />
    </>,
  );
  expect(seen).toEqual([true]);
  unmount();
  expect(root.hasAttribute('data-open')).toBe(false);
});

const Part = ({ name }: { name: string }) => <p>Part of {name}</p>;
const arrived = { default: Part };

describe('A part whose code is loaded when it is first shown', () => {
  it('is shown once its code is loaded, and at once when it was loaded before', async () => {
    const Chunk = chunk(() => Promise.resolve(arrived));
    render(<Chunk name="Ada" />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(await screen.findByText('Part of Ada')).toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
    render(<Chunk name="Eve" />);
    expect(screen.getByText('Part of Eve')).toBeInTheDocument();
  });

  it('says that the code could not be loaded, with Retry, then with a reload too', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {}); // React logs caught errors
    let isBroken = true;
    const Chunk = chunk(() =>
      isBroken ? Promise.reject<typeof arrived>(new Error('404')) : Promise.resolve(arrived),
    );
    render(<Chunk name="Ada" />);
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
    expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeEnabled();
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
});
