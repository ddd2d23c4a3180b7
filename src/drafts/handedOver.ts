/** The draft that was written for a person and not by them, until its form has opened. */
let form: string | null = null;

/** Words that stand elsewhere become the draft of a form that held none. */
export const handOver = (to: string) => (form = to);

export const isHandedOver = (to: string) => form === to;

/** The form is open: from now on its draft is one of its own. */
export function takeOver(by: string) {
  if (form === by) form = null;
}
