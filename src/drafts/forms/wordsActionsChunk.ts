import { chunk } from '../../components/chunk';

/** Shows nothing while its code loads: the form is there without it. */
export const WordsActions = chunk(
  () => import(/* webpackChunkName: "words-actions" */ './WordsActions'),
  null,
);
