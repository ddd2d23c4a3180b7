import type { Day } from '../../lib/days/days';

/** Sets a date field's value with an input event, so that React notices it. */
export function typeDay(field: HTMLInputElement, day: Day | null) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, day ?? '');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
