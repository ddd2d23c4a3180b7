/**
 * The stand-in of a top-level key whose part of the database is not in memory. A look at it throws `NotLoaded`;
 * counting does not.
 */
export class Absent {
  constructor(
    readonly key: string,
    /** Bytes of memory that the part takes when it is loaded. */
    readonly bytes: number,
    readonly records: number,
  ) {}
}
