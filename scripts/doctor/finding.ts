import type { Config } from '../../server/settings/config';
import type { Status } from '../../server/status';
import type { Json } from '../../server/lib/types';

/** A finding as a sentence that says what to do. A fault makes the exit code 1. */
export type Finding = { kind: 'fault' | 'advice' | 'fine'; text: string };

export const fault = (text: string): Finding => ({ kind: 'fault', text });
export const advice = (text: string): Finding => ({ kind: 'advice', text });
export const fine = (text: string): Finding => ({ kind: 'fine', text });

/** Facts about the machine; sizes in bytes. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whether the clock is synchronised with a time server; null when unknown. */
  isClockSet(): boolean | null;
  memory(): { total: number; available: number };
  /** Free space for this user on a folder's disk; `files` is null where the disk does not count them. */
  room(folder: string): Promise<{ bytes: number; files: number | null }>;
}

/** The arguments of all checks. */
export interface Case {
  config: Config;
  /** The program's folder. */
  program: string;
  /** The version of the program in that folder. */
  version: string;
  /** The folder of the series of backups. */
  backups: string;
  /** The status of the running server; null when none runs on the data folder. */
  status: Status | null;
  /** Sends a command to the running server. */
  ask(command: string, args?: Json): Promise<Json>;
  machine: Machine;
  /** Whether the server itself runs the doctor; as a systemd service it can reach only this machine. */
  isWithin: boolean;
}

/** A finding that depends on the network beyond this machine: a fault, but only advice when the server runs the doctor. */
export const faultOutside = ({ isWithin }: Pick<Case, 'isWithin'>, text: string): Finding =>
  isWithin
    ? advice(
        `From within the server it looks as follows; "npm run doctor" in a shell tells for certain. ${text}`,
      )
    : fault(text);

/** A part of the examination. Its error counts as a fault of that part alone. */
export type Check = (circumstances: Case) => Promise<Finding[]>;

const MINUTE = 60_000;
const units: [number, string][] = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
  [1_000, 'second'],
];

/** A duration in milliseconds in words, rounded down: '3 days', '1 hour'. */
export function span(milliseconds: number): string {
  const [unit, name] = units.find(([size]) => milliseconds >= size) ?? units.at(-1)!;
  const count = Math.floor(milliseconds / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Bytes in words: '38 MB'. */
export const size = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

/** A date as text: 2026-11-22. */
export const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
