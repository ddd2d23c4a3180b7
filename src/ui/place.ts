/** Where a person was when their session ended. */
export type Place = {
  path: string;
  /** What the address does not say, as the router's history holds it: e.g. the note that lay open. */
  state: unknown;
  /** The field that was last written in, and the selection in it. */
  field: { name: string; from: number | null; to: number | null } | null;
};

export const placeKey = (userId: string) => `place:${userId}`;
