/** Where the wall puts its cards: by the width of the list, and by the heights that the browser measures. */
import { act, screen } from '@testing-library/react';
import { renderApp } from '../support/app/renderApp';

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
