import { looksDone, type Task } from '../../task';
import { moveButton } from './rowParts';

/** It is a mark only: one listener of the page handles all (selection/gestures/useRowGestures.ts). */
export const MoveButton = ({ task }: { task: Task }) => !looksDone(task) && moveButton(task);
