/**
 * Whether the key belongs to an input method that composes text. Safari sends the Enter that ends a composition after its
 * end, with `isComposing` false and key code 229. Every handler of Enter, Escape or arrow keys in a field asks this first.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  event.isComposing || event.keyCode === 229;
