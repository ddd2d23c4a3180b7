import { isTextKey } from '../../quickAdd/quickAddField';
import { earlySoFar, endEarly, nameOf, SCROLLER } from './early';

const FIELDS = ['[data-quick-add]', '[data-note-line]', '[type=search]'];
const NAMED = 'a, button, input, textarea, h1';

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(NAMED)].find(element => nameOf(element) === name);

/** Moves focus, typed text and scroll offset of the first frame to the app's elements. Called in the commit that replaces it. */
export function takeOverFrame() {
  const early = earlySoFar();
  if (!early || early.frame.isConnected) return;
  const { frame, focused, scrolled, inputType } = early;
  if (scrolled > 0) document.querySelector(SCROLLER)!.scrollTop = scrolled;
  for (const selector of FIELDS) {
    const [before, field] = [frame, document].map(part => part.querySelector<HTMLTextAreaElement>(selector));
    if (!before?.value || !field) continue;
    // Unlike a change of `value`, React sees this one in a controlled field.
    field.setRangeText([field.value, before.value].filter(Boolean).join('\n'), 0, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...(inputType && { inputType }) }));
  }
  if (focused) named(nameOf(focused))?.focus({ preventScroll: true });
}

/** Repeats the input of the first frame in the app. Called once the app listens to keys. */
export async function repeatEarly() {
  const early = earlySoFar();
  endEarly();
  for (const event of early?.events ?? []) {
    const field = document.activeElement;
    if ('clicked' in event) named(event.clicked)?.click();
    else if (isTextKey(event) && field instanceof HTMLTextAreaElement) {
      // An earlier key opened this field.
      field.setRangeText(event.key, field.selectionStart, field.selectionEnd, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else
      (named(nameOf(event.target as HTMLElement)) ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', event),
      );
    await null; // React renders the effect of this event before the next one
  }
}
