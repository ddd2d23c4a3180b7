import { createContext } from 'react';
import type { Day } from '../../../lib/days/days';

/** A time of day in a name, with its words and their place. */
export type TimeInName = { time: string; phrase: string; from: number; to: number };

/** Reads the time in a name. The app gives it: what reads a line knows this feature. */
export const TimeReader = createContext<(name: string, today: Day) => TimeInName | null>(() => null);
