/** Why the data folder can't be used, as one sentence for the person who started the program. */
export class StoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreError';
  }
}
