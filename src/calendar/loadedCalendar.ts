import { chunk } from '../components/chunk';

/** Loaded when it is first opened, or before: not part of what a first visit waits for. */
export const CalendarPage = chunk(() => import(/* webpackChunkName: "calendar" */ './CalendarPage'));
