/** Moving, selecting and dragging tasks: what shows it, with its slice, and the saga that changes many at once. */
export { changeMany } from '../../selection/manySagas';
export { selectionSlice as slice } from '../../tasks/selectionSlice';
export { Moves } from '../../selection/gestures/Moves';
