export type OpenMenu = {
  taskId: number | null;
  at?: { x: number; y: number };
  isForDay?: boolean;
  time: string;
};
export type SelectionState = {
  /** By taskId. */
  selected: Record<number, true>;
  /** The taskId where a range selection starts; null when nothing is selected. */
  anchor: number | null;
  /**
   * The open menu: of a task, or of the selection (`taskId` null). `at`: the point of a right click, in pixels of the
   * window. `isForDay`: the dialog that picks a day instead. `time`: when it was opened, `HH:MM`.
   */
  menu: OpenMenu | null;
  /** The taskId of the row that is being renamed; null for none. */
  renaming: number | null;
  isDragging: boolean;
  /** The taskId of the row that is to be dragged by keyboard, until the drag begins. */
  toLift: number | null;
};
export type SelectionRoot = { selection: SelectionState };

/** The selected tasks, by taskId. */
export const selectSelected = ({ selection }: SelectionRoot) => selection.selected;
export const selectMenu = ({ selection }: SelectionRoot) => selection.menu;
export const selectAnchor = ({ selection }: SelectionRoot) => selection.anchor;
export const selectRenaming = ({ selection }: SelectionRoot) => selection.renaming;
export const selectToLift = ({ selection }: SelectionRoot) => selection.toLift;
export const selectIsDragging = ({ selection }: SelectionRoot) => selection.isDragging;

/** The id of the element that describes a selected row to screen readers (selection/gestures/Moves.tsx). */
export const SELECTED_ID = 'row-selected';
