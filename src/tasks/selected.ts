export type SelectionState = {
  /** By taskId. */
  selected: Record<number, true>;
  /** The taskId at which a range begins, null when nothing is selected. */
  anchor: number | null;
  /** Whose menu is open: a task's, or the selection's (`taskId` null). `isForDay`: its field for a day is shown. */
  menu: { taskId: number | null; isForDay?: boolean } | null;
};
/** The slice is loaded late: until then nothing is selected. */
export type SelectionRoot = { selection?: SelectionState };

const NONE: SelectionState['selected'] = {};

/** The selected tasks, by taskId. */
export const selectSelected = ({ selection }: SelectionRoot) => selection?.selected ?? NONE;
export const selectMenu = ({ selection }: SelectionRoot) => selection?.menu ?? null;
export const selectAnchor = ({ selection }: SelectionRoot) => selection?.anchor ?? null;
