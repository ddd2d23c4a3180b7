import { Plus } from 'lucide-react';
import { DrawnIcon } from '../../components/drawnIcon';
import { handedOn } from '../../lib/handedOn';
import { remNow } from '../../lib/rem';
import type { Paper } from '../../notes/look';
import type { CardNote } from '../../notes/note';
import { NEW_NOTE } from '../../notes/openNote';
import { drawnCard, markCut } from '../../notes/wall/card/drawnCard';
import { guessHeight } from '../../notes/wall/card/guessHeight';
import { AddTile, placeProps, TILE } from '../../notes/wall/grid/drawnGrid';
import { cardsBetween, columnsOf, gapOf, hang, renderedAt, styleAt } from '../../notes/wall/grid/masonry';
import gridStyles from '../../notes/wall/grid/WallGrid.module.css';
import { lineField } from '../../notes/wall/line/lineField';
import lineStyles from '../../notes/wall/line/WallLine.module.css';
import styles from '../../notes/wall/StickyWall.module.css';
import { noFilter } from '../../notes/wall/wallFilter';
import { WallFinder } from '../../notes/wall/WallFinder';
import type { DrawnWall, FirstNotes } from './firstFrame';
import type { toElements } from './toElements';

/** The wall in the first frame, equal to the first rendering of `notes/wall/StickyWall.tsx`; `hang` adds the cards. */
const drawnWall = (first: FirstNotes): DrawnWall => ({
  page: (
    <section className={styles.wall}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Sticky Wall</h1>
        <WallFinder
          isHidden={false}
          filter={noFilter}
          onChange={() => undefined}
          papers={new Set(first.papers as Paper[])}
          hasPins={first.hasPins}
        />
      </header>
      <div className={lineStyles.line}>
        <div className={lineStyles.box} data-typing>
          <DrawnIcon of={Plus} />
          <textarea {...lineField} rows={1} />
        </div>
      </div>
      <div className={styles.scroller} data-scroller>
        <p role="status" className={styles.words} />
        <ul className={gridStyles.grid} data-rows={first.count + 1} />
      </div>
    </section>
  ),
  hang: draw => hangCards(first, document.querySelector<HTMLElement>('main ul')!, draw),
});

/** Adds the first screens' cards, and places them once they are measured, as `useMasonry` does before the first paint. */
function hangCards({ notes, count }: FirstNotes, list: HTMLElement, draw: typeof toElements) {
  const gap = gapOf(list);
  const rem = remNow();
  const { columns, columnWidth } = columnsOf(list.clientWidth, gap);
  const guessed = [TILE, ...notes.map(note => guessHeight(note, columnWidth / rem))].map(
    height => height * rem,
  );
  const heights = [...guessed];
  const shown = cardsBetween(hang(guessed, guessed, columns, gap), guessed, ...renderedAt(0, innerHeight));
  const cards = shown.map(at => {
    const note = notes[at - 1];
    draw(
      <li {...placeProps(note?.notesFireId ?? NEW_NOTE, at, count + 1)} style={{ width: `${columnWidth}px` }}>
        {note ? drawnCard({ note: note as CardNote }) : <AddTile />}
      </li>,
      list,
    );
    return list.lastElementChild as HTMLElement;
  });
  list.querySelectorAll<HTMLElement>('[data-words]').forEach(markCut);
  for (const [nth, at] of shown.entries()) heights[at] = cards[nth]!.offsetHeight;
  const wall = hang(guessed, heights, columns, gap);
  for (const [nth, at] of shown.entries())
    Object.assign(cards[nth]!.style, styleAt(wall, at, { columnWidth, gap }));
  list.style.height = `${(wall.height * (count + 1)) / guessed.length}px`;
}

handedOn('wall', () => drawnWall);
