import type { Key, ReactNode } from 'react';
import type { RowLayout } from './rowLayout';
import styles from './Rows.module.css';

/** Lists up to this length are rendered completely, for the browser's search and screen readers. */
export const WINDOWED_FROM = 50;

export type DrawnRows<Item> = {
  layout: RowLayout<Item>;
  keyOf: (item: Item) => Key;
  children: (item: Item, section: string) => ReactNode;
  /** A level 2 heading for a section's key. Without it the sections form one list. */
  heading?: (section: string) => ReactNode;
  /** The keys of rows that show more than one line. */
  unfolded?: Readonly<Record<string, true>>;
};

/** All rows of a short list. Has no hooks, like the function below, because the first frame calls both. */
export const wholeSections = <Item,>({ layout, keyOf, heading, children }: DrawnRows<Item>) =>
  layout.sections.map(({ key, items }, at) => (
    <div key={key}>
      {heading?.(key)}
      <ul className={styles.rows}>
        {items.map((item, place) => (
          <li key={keyOf(item)} className={styles.item} data-row={layout.firsts[at]! + place}>
            {children(item, key)}
          </li>
        ))}
      </ul>
    </div>
  ));

/** A subset of a long list's rows, by index, each positioned absolutely. */
export function windowedSections<Item>(
  { layout, keyOf, heading, unfolded, children }: DrawnRows<Item>,
  rows: number[],
) {
  return bySection(rows, layout).map(([at, rowsOfSection]) => {
    const { key, items } = layout.sections[at]!;
    const first = layout.topOf(layout.firsts[at]!);
    const itemOf = (row: number) => items[row - layout.firsts[at]!]!;
    return (
      <div key={key} className={styles.section} style={{ top: `${layout.sectionTop(at)}rem` }}>
        {heading?.(key)}
        <div role="list" className={styles.rows} style={{ height: `${layout.rowsHeight(at)}rem` }}>
          {rowsOfSection.map(row => (
            <div
              key={keyOf(itemOf(row))}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row - layout.firsts[at]! + 1}
              data-row={row}
              data-unfolded={unfolded?.[String(keyOf(itemOf(row)))] && String(keyOf(itemOf(row)))}
              className={styles.windowed}
              style={{ transform: `translateY(${layout.topOf(row) - first}rem)` }}
            >
              {children(itemOf(row), key)}
            </div>
          ))}
        </div>
      </div>
    );
  });
}

/** Groups sorted row indexes by section. */
function bySection<Item>(rows: number[], { sectionOf }: RowLayout<Item>) {
  const sections: [section: number, rows: number[]][] = [];
  for (const row of rows) {
    const section = sectionOf(row);
    if (sections.at(-1)?.[0] === section) sections.at(-1)![1].push(row);
    else sections.push([section, [row]]);
  }
  return sections;
}
