import { chunk } from '../../components/chunk';

/** The parts below a row come with the form of a task; nothing is shown while they load. */
export const TaskParts = chunk(() => import(/* webpackChunkName: "task-form" */ './TaskParts'), null);
