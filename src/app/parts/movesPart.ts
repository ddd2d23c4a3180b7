/** Moving, selecting and dragging tasks: components and slice. */
export { selectionSlice as slice } from '../../tasks/selecting/selectionSlice';
export { Moves } from '../../selection/gestures/Moves';
