import { openAnswers } from './entryIndex';

const answer = openAnswers();

self.onmessage = ({ data }) => {
  const reply = answer(data);
  if (reply) self.postMessage(reply);
};
