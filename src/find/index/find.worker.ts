import { openAnswers } from './answers';

const answer = openAnswers();

self.onmessage = ({ data }) => {
  const told = answer(data);
  if (told) self.postMessage(told);
};
