import { fireEvent, render, screen } from '@testing-library/react';
import { Modal } from '../../src/components/Modal';

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
