import { clockInWords } from '../../../lib/days/times';

/** A time of day in the browser's way of writing; isolated, because the name beside it may be written right to left. */
export const Clock = ({ time }: { time: string }) => (
  <time dateTime={time} dir="auto">
    {clockInWords(time)}
  </time>
);
