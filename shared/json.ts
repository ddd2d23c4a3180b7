export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Whether a value is an object, and no array. */
export const isObject = <Value>(value: Value): value is Extract<Exclude<Value, readonly unknown[]>, object> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of unchecked JSON; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
