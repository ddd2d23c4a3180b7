import { chunk } from '../../components/chunk';

/** The parts below a row, in the chunk of the task form; nothing is shown while it loads. */
export const TaskParts = chunk(() => import(/* webpackChunkName: "task-form" */ './TaskParts'), null);
