import type { MouseEvent } from 'react';
import { markAt } from '../../lib/text/checklist';
import { writeOver } from './writeOver';

/** A click on the box of a checklist line toggles its tick. */
export function tickOnClick({ currentTarget: area }: MouseEvent<HTMLTextAreaElement>) {
  const { value, selectionStart: caret, selectionEnd } = area;
  const mark = caret === selectionEnd ? markAt(value, caret) : null;
  if (mark === null) return;
  writeOver(area, mark, mark + 1, value[mark] === ' ' ? 'x' : ' ');
  area.setSelectionRange(caret, caret);
}
