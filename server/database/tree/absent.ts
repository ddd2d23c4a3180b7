/** Represents a top-level key whose part is not loaded. Reading it throws `NotLoaded`; counting does not. */
export class Absent {
  constructor(
    readonly key: string,
    /** Bytes of memory that the part takes when loaded. */
    readonly bytes: number,
    readonly records: number,
  ) {}
}
