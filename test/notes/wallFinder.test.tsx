/** The filters of the wall: what a press of each changes. */
import { useState } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { noFilter } from '../../src/notes/wall/wallFilter';
import { WallFinder } from '../../src/notes/wall/WallFinder';

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
