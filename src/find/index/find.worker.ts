import { openAnswers } from './answers';

const answer = openAnswers();

self.onmessage = ({ data }) => {
  const reply = answer(data);
  if (reply) self.postMessage(reply);
};
