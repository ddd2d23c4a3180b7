import type { ReactNode } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { Link } from '../../src/components/Link';
import { usePageTime } from '../../src/components/hooks/follow';
import { useInputAfterLinks } from '../../src/app/shell/lazy/useInputAfterLinks';
import { useLinksWithin } from '../../src/components/hooks/useLinksWithin';

function Page({ children }: { children: ReactNode }) {
  useInputAfterLinks();
  const location = useLocation();
  usePageTime(location);
  const { pathname, search, state } = location;
  return (
    <div onClick={useLinksWithin()}>
      {children}
      <output>{JSON.stringify([pathname + search, state])}</output>
    </div>
  );
}

const shown = () => screen.getByRole('status').textContent;

/**
 * Presses a link as a person does, outside of `act`, which would render its page at once. Resolves once React has
 * rendered what is urgent. The link's own page is rendered on a clock that each look moves by `stepMs`.
 */
async function press(link: ReactNode, stepMs = 100) {
  history.replaceState(null, '', '/a');
  const page = <Page>{link}</Page>;
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  render(<BrowserRouter useTransitions={false}>{page}</BrowserRouter>);
  await waitFor(() => expect(shown()).toBe('["/a",null]'));
  clock.mockRestore();
  const before = history.length;
  screen.getByRole('link', { name: 'Go' }).click();
  await Promise.resolve();
  return { added: () => history.length - before };
}

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

it('A page is rendered at once until one has taken long', async () => {
  const { added } = await press(<Link to="/b">Go</Link>, 0);
  expect(shown()).toBe('["/b",null]');
  expect(added()).toBe(1);
});

it('A page is rendered at once again after one that took no longer than a frame', async () => {
  await press([<Link key="b" to="/b" children="Go" />, <Link key="c" to="/c" children="On" />]);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  screen.getByRole('link', { name: 'On' }).click();
  await waitFor(() => expect(shown()).toBe('["/c",null]'));
  clock.mockRestore();
  screen.getByRole('link', { name: 'Go' }).click();
  await Promise.resolve();
  expect(shown()).toBe('["/b",null]');
});

const links: [string, ReactNode, string][] = [
  [
    'the router',
    <Link key="" to="/b?c" state={{ note: 'n' }}>
      Go
    </Link>,
    '["/b?c",{"note":"n"}]',
  ],
  [
    'a list',
    <a key="" href="/b">
      Go
    </a>,
    '["/b",null]',
  ],
];

describe.each(links)('After a page that took long, that of a link of %s', (_, link, page) => {
  it('changes the address at once, and is rendered in slices', async () => {
    await press(link);
    expect(location.pathname).toBe('/b');
    expect(shown()).toBe('["/a",null]');
    await waitFor(() => expect(shown()).toBe(page));
  });

  it.each([
    ['key', new KeyboardEvent('keydown', { key: 'j', bubbles: true })],
    ['pointer', new MouseEvent('pointerdown', { bubbles: true })],
  ])('is rendered before a %s that is pressed meanwhile', async (_input, event) => {
    const { added } = await press(link);
    const met: unknown[] = [];
    addEventListener(event.type, () => met.push(shown()), { once: true });
    document.body.dispatchEvent(event);
    expect(met).toEqual([page]);
    expect(added()).toBe(1);
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(shown()).toBe(page);
  });
});
