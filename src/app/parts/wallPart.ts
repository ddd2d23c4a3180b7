/** The wall, with the saga that makes tasks of notes. */
export { default as StickyWall } from '../../notes/wall/StickyWall';
export { addTasksOfNotes as saga } from '../store/addTaskOfNote';
