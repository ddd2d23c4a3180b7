import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Link, NavLink } from '../../src/components/Link';

const Here = () => {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify([pathname, state])}</output>;
};

/** Clicks a link; returns whether the default action was left to the browser. */
function click(link: HTMLElement, keys: MouseEventInit = {}) {
  const event = createEvent.click(link, { button: 0, cancelable: true, ...keys });
  fireEvent(link, event);
  return !event.defaultPrevented;
}

const pathNow = () => screen.getByRole('status').textContent;

it('A link leads to its path with what it keeps there, and tells whoever asked', () => {
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
  expect(click(link)).toBe(false);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(pathNow()).toBe('["/b/c",{"note":"n"}]');
});

it('A click that asks the browser for another tab is left to the browser', () => {
  render(
    <MemoryRouter initialEntries={['/a']}>
      <Link to="/b">Go</Link>
      <Here />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: 'Go' });
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
