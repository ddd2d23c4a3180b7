import { act, fireEvent, screen, render } from '@testing-library/react';
import { renderApp } from '../support/app/renderApp';
import { useState } from 'react';
import { noFilter } from '../../src/notes/wall/wallFilter';
import { WallFinder } from '../../src/notes/wall/WallFinder';

/** The filters of the wall: what a press of each changes. */
describe('The filters of the wall', () => {
  function Finder() {
    const [filter, setFilter] = useState(noFilter);
    return (
      <WallFinder
        filter={filter}
        onChange={setFilter}
        papers={new Set(['mint', 'sky'])}
        hasPins
        isHidden={false}
      />
    );
  }
  const chosen = () =>
    screen.getAllByRole('checkbox', { checked: true }).map(box => box.getAttribute('aria-label'));
  const press = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

  test('A paper that is pressed again is no filter any more, and all others stay', () => {
    render(<Finder />);
    for (const name of ['Mint', 'Sky', 'Pinned']) press(name);
    expect(chosen()).toEqual(['Pinned', 'Mint', 'Sky']);
    press('Mint');
    expect(chosen()).toEqual(['Pinned', 'Sky']);
  });
});

describe('The menu of a note', () => {
  const notes = [
    { noteTitle: 'Milk', noteDescription: 'Two bottles' },
    { noteTitle: 'Boat', noteDescription: '' },
  ];
  const open = (path: string) => renderApp(path, { tasks: [], notes });
  const card = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
  const menu = () => screen.queryByRole('menu')?.getAttribute('aria-label') ?? null;
  const offered = () => screen.getAllByRole('menuitem').map(({ firstChild }) => firstChild!.textContent);
  /** A pointer event at a place, which jsdom does not have. */
  const point = (type: 'pointerdown' | 'pointermove', clientY: number) =>
    fireEvent(
      card('Milk'),
      Object.assign(new MouseEvent(type, { bubbles: true, clientX: 50, clientY }), { pointerType: 'touch' }),
    );
  const LONG_PRESS_MS = 300;
  const wait = () => act(() => jest.advanceTimersByTime(LONG_PRESS_MS));

  test('A right click opens a menu of a note, with its papers', async () => {
    const app = open('/tasks/sticky-wall');
    fireEvent.contextMenu(card('Milk'));
    expect(menu()).toBe('Menu of “Milk”');
    expect(offered()).toEqual([
      'Open',
      'Pin',
      'Make lines subtasks',
      'Tags',
      'Turn into a task',
      'Copy',
      'Delete',
    ]);
    await app.user.click(screen.getByRole('radio', { name: 'Teal' }));
    expect(app.sentOf('note/look/requested')).toMatchObject([
      { payload: { payload: { look: { colour: 'teal' } } } },
    ]);
    await app.user.click(screen.getByRole('menuitem', { name: 'Make lines subtasks' }));
    expect(app.sentOf('note/edit/requested')).toMatchObject([
      { payload: { payload: { fields: { noteDescription: '- [ ] Two bottles' } } } },
    ]);
    expect(card('Milk')).toHaveFocus();
  });

  test('m opens the menu of the focused note, where its keys choose', async () => {
    const app = open('/tasks/sticky-wall');
    await app.user.keyboard('jjm');
    expect(menu()).toBe('Menu of “Boat”');
    await app.user.keyboard('{Delete}');
    expect(app.sentOf('note/delete/requested')).toMatchObject([{ payload: { payload: { fireId: '-k1' } } }]);
    expect(menu()).toBeNull();
  });

  test('A finger that rests on a note of the day opens its menu, one that moves does not', () => {
    jest.useFakeTimers();
    open('/day');
    point('pointerdown', 50);
    point('pointermove', 59);
    wait();
    expect(menu()).toBeNull();
    point('pointerdown', 50);
    point('pointermove', 58);
    wait();
    expect(menu()).toBe('Menu of “Milk”');
    jest.useRealTimers();
  });
});

/** Where the wall puts its cards: by the width of the list, and by the heights that the browser measures. */
describe('The columns of the wall', () => {
  const WIDTH_PX = 616;
  const MEASURED_PX = 500;
  const COLUMN_PX = 308; // two columns of the width without a gap

  /** The browser's observer, which jsdom does not have; `measured` tells of all observed elements. */
  class Observers {
    private static readonly all = new Set<Observers>();
    private readonly elements = new Set<Element>();
    static measured() {
      for (const { tell, elements } of [...Observers.all])
        tell([...elements].map(target => ({ target })) as ResizeObserverEntry[], null!);
    }
    constructor(private readonly tell: ResizeObserverCallback) {
      Observers.all.add(this);
    }
    observe(element: Element) {
      this.elements.add(element);
    }
    unobserve(element: Element) {
      this.elements.delete(element);
    }
    disconnect() {
      Observers.all.delete(this);
    }
  }

  beforeEach(() => {
    window.ResizeObserver = Observers;
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH_PX);
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'ResizeObserver');
    jest.restoreAllMocks();
  });

  const placeOf = (name: RegExp) => {
    const card = screen.getByRole('button', { name }).closest<HTMLElement>('[data-card]')!;
    return /translate\((\d+)px, ([\d.]+)px\)/.exec(card.style.transform)!.slice(1).map(Number);
  };

  test('Cards hang in as many columns as fit, each below what was measured of the others', () => {
    const notes = ['Milk', 'Boat', 'Tea'].map(noteTitle => ({ noteTitle, noteDescription: 'Words' }));
    renderApp('/tasks/sticky-wall', { tasks: [], notes });
    expect(placeOf(/^Add note/)).toEqual([0, 0]);
    expect(placeOf(/^Tea/)).toEqual([COLUMN_PX, 0]);
    const [column, guessed] = placeOf(/^Boat/);
    expect(column).toBe(0);
    expect(guessed).toBeLessThan(MEASURED_PX);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(MEASURED_PX);
    act(() => Observers.measured());
    expect(placeOf(/^Boat/)).toEqual([0, MEASURED_PX]);
  });
});
