import { work, type Job, type Message } from './work';

/** The number of items in one message: the page processes a message in one go, and is blocked meanwhile. */
const ITEMS_PER_MESSAGE = 2000;

const tell = (message: Message) => postMessage(message);

onmessage = ({ data }: MessageEvent<Job>) => {
  const result = work(data);
  if (!('reading' in result)) return tell(result);
  const { items, ...reading } = result.reading;
  for (let at = 0; at < items.length; at += ITEMS_PER_MESSAGE)
    tell({ items: items.slice(at, at + ITEMS_PER_MESSAGE) });
  tell({ reading: { ...reading, items: [] } });
};
