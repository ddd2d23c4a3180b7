/** Why the data folder cannot be used, as one sentence for the operator. */
export class StoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreError';
  }
}

/** The data in a folder are damaged or incomplete; `what` describes that without content or keys. */
export class DamageError extends StoreError {
  constructor(
    folder: string,
    readonly what: string,
  ) {
    super(
      `The data in ${folder} are damaged (${what}); nothing was changed: restore a backup, or save what can be saved into a second folder with "npm run server -- --repair".`,
    );
  }
}
