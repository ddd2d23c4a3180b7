import { isTextKey } from '../../quickAdd/quickAddField';
import { earlySoFar, endEarly, nameOf, SCROLLER } from './early';

const FIELD = '[data-quick-add]';
const NAMED = 'a, button, input, textarea, h1';

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(NAMED)].find(element => nameOf(element) === name);

/** In the commit that replaces the first frame: its focus, words and place go on in the app's elements. */
export function takeOverFrame() {
  const early = earlySoFar();
  if (!early || early.frame.isConnected) return;
  const { frame, focused, scrolled, inputType } = early;
  if (scrolled > 0) document.querySelector(SCROLLER)!.scrollTop = scrolled;
  const [before, field] = [frame, document].map(part => part.querySelector<HTMLTextAreaElement>(FIELD));
  if (before?.value && field) {
    field.value = [field.value, before.value].filter(Boolean).join('\n');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...(inputType && { inputType }) }));
  }
  if (focused) named(nameOf(focused))?.focus({ preventScroll: true });
}

/** Does again, in the app, what was done in the first frame. Called when the app listens to keys. */
export async function repeatEarly() {
  const early = earlySoFar();
  endEarly();
  for (const event of early?.events ?? []) {
    const field = document.activeElement;
    if ('clicked' in event) named(event.clicked)?.click();
    else if (isTextKey(event) && field instanceof HTMLTextAreaElement) {
      // An earlier key has opened the field.
      field.setRangeText(event.key, field.selectionStart, field.selectionEnd, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else
      (named(nameOf(event.target as HTMLElement)) ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', event),
      );
    await null; // what React shows by it is there for the next
  }
}
