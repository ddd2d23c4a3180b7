import type { Config } from '../../server/config';
import type { Status } from '../../server/status';
import type { Json } from '../../server/lib/types';

/** A finding, as a sentence that says what to do about it. A fault makes the exit code 1. */
export type Finding = { kind: 'fault' | 'advice' | 'fine'; text: string };

export const fault = (text: string): Finding => ({ kind: 'fault', text });
export const advice = (text: string): Finding => ({ kind: 'advice', text });
export const fine = (text: string): Finding => ({ kind: 'fine', text });

/** Facts that only the machine knows; sizes in bytes. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whether the clock is set by the network's time; null when nothing here says so. */
  isClockSet(): boolean | null;
  memory(): { total: number; available: number };
  /** Room for this user on the disk of a folder; `files` is null where the disk does not count them. */
  room(folder: string): Promise<{ bytes: number; files: number | null }>;
}

/** The arguments of every check. */
export interface Case {
  config: Config;
  /** The program's folder. */
  program: string;
  /** Names the program that is in that folder. */
  version: string;
  /** The folder of the series of backups. */
  backups: string;
  /** The status of the running server; null when none runs on the data folder. */
  status: Status | null;
  /** Asks the running server. */
  ask(command: string, args?: Json): Promise<Json>;
  machine: Machine;
  /** Whether the server itself asks: as a service of systemd it may reach this machine alone. */
  isWithin: boolean;
}

/** A fault as far as the network beyond this machine can be asked: from within the server it is advice. */
export const faultOutside = ({ isWithin }: Pick<Case, 'isWithin'>, text: string): Finding =>
  isWithin
    ? advice(
        `From within the server it looks as follows; "npm run doctor" in a shell tells for certain. ${text}`,
      )
    : fault(text);

/** A part of the examination. What it throws is a fault of that part alone. */
export type Check = (circumstances: Case) => Promise<Finding[]>;

const MINUTE = 60_000;
const units: [number, string][] = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
  [1_000, 'second'],
];

/** A span of milliseconds in words, rounded down: '3 days', '1 hour'. */
export function span(milliseconds: number): string {
  const [unit, name] = units.find(([size]) => milliseconds >= size) ?? units.at(-1)!;
  const count = Math.floor(milliseconds / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Bytes in words: '38 MB'. */
export const size = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

/** A day as people write it: 2026-11-22. */
export const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
