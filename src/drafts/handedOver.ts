/** The form whose draft the app has filled in, until that form opens. */
let form: string | null = null;

/** Text from elsewhere becomes the draft of a form that had none. */
export const handOver = (to: string) => (form = to);

export const isHandedOver = (to: string) => form === to;

/** The form has opened: its draft is now an ordinary one. */
export function takeOver(by: string) {
  if (form === by) form = null;
}
