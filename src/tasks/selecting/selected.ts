export type SelectionState = {
  /** By taskId. */
  selected: Record<number, true>;
  /** The taskId where a range selection starts; null when nothing is selected. */
  anchor: number | null;
  /** The open menu: of a task, or of the selection (`taskId` null). `isForDay`: the dialog that picks a day instead. */
  menu: { taskId: number | null; isForDay?: boolean } | null;
  /** The taskId of the row that is being renamed; null for none. */
  renaming: number | null;
  isDragging: boolean;
  /** The taskId of the row that is to be dragged by keyboard, until the drag begins. */
  toLift: number | null;
};
/** The slice is loaded late: until then nothing is selected. */
export type SelectionRoot = { selection?: SelectionState };

const NONE: SelectionState['selected'] = {};

/** The selected tasks, by taskId. */
export const selectSelected = ({ selection }: SelectionRoot) => selection?.selected ?? NONE;
export const selectMenu = ({ selection }: SelectionRoot) => selection?.menu ?? null;
export const selectAnchor = ({ selection }: SelectionRoot) => selection?.anchor ?? null;
export const selectRenaming = ({ selection }: SelectionRoot) => selection?.renaming ?? null;
export const selectToLift = ({ selection }: SelectionRoot) => selection?.toLift ?? null;
export const selectIsDragging = ({ selection }: SelectionRoot) => selection?.isDragging ?? false;

/** The id of the element that describes a selected row to screen readers (selection/gestures/Moves.tsx). */
export const SELECTED_ID = 'row-selected';
