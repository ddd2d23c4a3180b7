import { chunk } from '../../components/chunk';

/** Shows nothing while its code loads; the form does not wait for it. */
export const WordsActions = chunk(
  () => import(/* webpackChunkName: "words-actions" */ './WordsActions'),
  null,
);
