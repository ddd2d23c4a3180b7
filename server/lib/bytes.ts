const UNITS: Record<string, number> = { KB: 1e3, MB: 1e6, GB: 1e9 };

/** Parses a size such as `500KB`, `20 MB`, `1.5GB`. Null for anything else, also for an empty text. */
export function readBytes(text: string): number | null {
  const [, digits, unit] = /^\s*(\d{1,6}(?:\.\d{1,3})?)\s*([KMG]B)\s*$/i.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * (UNITS[unit?.toUpperCase() ?? ''] ?? NaN));
  return bytes > 0 ? bytes : null;
}

/** Formats a size with three digits: `950 KB`, `19.5 MB`. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, least]) => bytes >= least) ?? ['KB', 1e3];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}
