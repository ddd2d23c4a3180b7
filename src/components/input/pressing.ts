import type { FocusEvent } from 'react';
import type { FormikHandlers } from 'formik';

let isPressed = false;
addEventListener('mousedown', () => (isPressed = true), true);
addEventListener('mouseup', () => (isPressed = false), true);

/** Calls `change` now, or at the end of the mouse's press: what moves under a press does not get its click. */
export const afterPress = (change: () => void) => {
  if (isPressed) addEventListener('mouseup', () => setTimeout(change), { once: true });
  else change();
};

/** Formik's props of a field. It counts as touched at the end of the press that leaves it. */
export const fieldProps = ({ getFieldProps, handleBlur }: FormikHandlers, name: string) => ({
  ...getFieldProps(name),
  onBlur: (event: FocusEvent) => afterPress(() => handleBlur(event)),
});
