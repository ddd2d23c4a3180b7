/** Moving, selecting and dragging tasks: what shows it, with its slice. */
export { selectionSlice as slice } from '../../tasks/selectionSlice';
export { Moves } from '../../selection/gestures/Moves';
