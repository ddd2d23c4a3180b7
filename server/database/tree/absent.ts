/**
 * What stands in the root for a top-level key whose part of the database is not in memory. Whatever looks at it throws
 * `NotLoaded`; whoever only counts knows enough.
 */
export class Absent {
  constructor(
    readonly key: string,
    /** Bytes of memory that the part takes when it is loaded. */
    readonly bytes: number,
    readonly records: number,
  ) {}
}
