import { chunk } from '../../components/chunk';

/**
 * Shows nothing while its code loads. The form does not wait for it: asked for in the task in which the first form
 * opens, its script and style sheet took a tenth of that task.
 */
export const WordsActions = chunk(async () => {
  await new Promise(resolve => setTimeout(resolve));
  return import(/* webpackChunkName: "words-actions" */ './WordsActions');
}, null);
