import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../../../components/hooks/usePrinting';
import { scrolledPast, scrollerOf } from '../../../components/rows/scrollerOf';
import { useRem } from '../../../components/hooks/useRem';
import { cardsBetween, columnsOf, gapOf, hang, renderedAt, SCROLL_INTERVAL_PX, styleAt } from './masonry';

/** A card of the wall; `guess` estimates its height in rem for a column width in rem. */
export type Card = { key: string; guess: (width: number) => number };

const ownScroller = (list: Element) => list.closest<HTMLElement>('[data-scroller]');

/** The width of the list, and its visible part; one screen before it is measured. */
function useView(list: RefObject<HTMLUListElement | null>) {
  const [size, setSize] = useState({ width: 0, gap: 0, height: window.innerHeight });
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element && ownScroller(element);
    if (!scroller) return;
    const measure = () =>
      setSize(before => {
        const now = { width: element.clientWidth, gap: gapOf(element), height: window.innerHeight };
        const isSame = (Object.keys(now) as (keyof typeof now)[]).every(name => now[name] === before[name]);
        return isSame ? before : now;
      });
    const scrolled = () =>
      setTop(Math.floor(scrolledPast(scroller) / SCROLL_INTERVAL_PX) * SCROLL_INTERVAL_PX);
    measure();
    scrolled();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    observer?.observe(element);
    addEventListener('resize', measure);
    const options = { capture: true, passive: true };
    addEventListener('scroll', scrolled, options);
    return () => {
      observer?.disconnect();
      removeEventListener('resize', measure);
      removeEventListener('scroll', scrolled, options);
    };
  }, [list]);
  return { ...size, top };
}

/** Measured heights in pixels by key, for one column width and text size. */
type Measured = { basis: string; heights: ReadonlyMap<string, number> };

/** Adds measured heights of cards; returns the same object when nothing changed. */
function measuredWith(before: Measured, basis: string, cards: Iterable<HTMLElement>): Measured {
  const heights = new Map(before.basis === basis ? before.heights : []);
  let isNews = before.basis !== basis;
  for (const card of cards) {
    const key = card.dataset.card!;
    const height = card.offsetHeight;
    if (height === 0 || heights.get(key) === height) continue;
    heights.set(key, height);
    isNews = true;
  }
  return isNews ? { basis, heights } : before;
}

/** Measures rendered cards before they are painted. */
function useMeasured(basis: string) {
  const [measured, setMeasured] = useState<Measured>({ basis, heights: new Map() });
  const observe = useMemo(() => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(entries => {
      const cards = entries.map(({ target }) => target as HTMLElement);
      flushSync(() => setMeasured(before => measuredWith(before, basis, cards)));
    });
    return (card: HTMLElement | null) => {
      if (card) observer.observe(card);
      return () => void (card && observer.unobserve(card));
    };
  }, [basis]);
  return { heights: measured.basis === basis ? measured.heights : null, observe };
}

/**
 * Lays out cards in columns, and renders those within a screen of the view, and the `kept` one. Heights are estimated
 * until measured; the cards in view then keep their position on the screen. Unless `isFixed`, the view follows no
 * moved card.
 */
export function useMasonry(
  list: RefObject<HTMLUListElement | null>,
  cards: readonly Card[],
  { kept, isFixed }: { kept: string | null; isFixed: boolean },
) {
  const { width, gap, height, top } = useView(list);
  const rem = useRem(list);
  const { columns, columnWidth } = columnsOf(width, gap);
  const { heights: measured, observe } = useMeasured(`${columnWidth}/${rem}`);
  const guessed = useMemo(
    () => cards.map(({ guess }) => guess(columnWidth / rem) * rem),
    [cards, columnWidth, rem],
  );
  const wall = useMemo(() => {
    const heights = cards.map(({ key }, at) => measured?.get(key) ?? guessed[at]!);
    return { cards, heights, ...hang(guessed, heights, columns, gap) };
  }, [cards, guessed, measured, columns, gap]);
  useKeptInView(list, wall, isFixed);

  const isPrinting = usePrinting();
  const [from, to] = isPrinting ? [-Infinity, Infinity] : renderedAt(top, height);
  const visible = cardsBetween(wall, wall.heights, from, to);
  const keptAt = kept === null ? -1 : cards.findIndex(({ key }) => key === kept);
  if (keptAt >= 0 && !visible.includes(keptAt)) {
    visible.push(keptAt);
    visible.sort((a, b) => a - b);
  }
  return {
    visible,
    observe,
    height: wall.height,
    styleOf: (at: number) => styleAt(wall, at, { columnWidth, gap }),
  };
}

type Wall = { cards: readonly Card[]; tops: Float64Array; heights: readonly number[] };

/** Keeps the first visible card at its position on the screen when cards above it change their height. */
function useKeptInView(list: RefObject<HTMLUListElement | null>, wall: Wall, isFixed: boolean) {
  const before = useRef(wall);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = wall;
    const scroller = list.current && ownScroller(list.current);
    if (was !== wall && scroller && (isFixed || was.cards === wall.cards)) keepInView(scroller, was, wall);
  }, [list, wall, isFixed]);
}

function keepInView(own: HTMLElement, was: Wall, wall: Wall) {
  const past = scrolledPast(own);
  if (past <= 0) return;
  const first = was.tops.findIndex((top, at) => top + was.heights[at]! > past);
  const key = was.cards[first]?.key;
  const now = key === undefined ? -1 : wall.cards.findIndex(card => card.key === key);
  if (now >= 0) scrollerOf(own).scrollTop += wall.tops[now]! - was.tops[first]!;
}
