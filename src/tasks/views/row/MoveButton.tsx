import { looksDone, type Task } from '../../task';
import { moveButton } from './rowParts';

/** The Move button. One listener of the page handles all of them (selection/gestures/useRowGestures.ts). */
export const MoveButton = ({ task }: { task: Task }) => !looksDone(task) && moveButton(task);
