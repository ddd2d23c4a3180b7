/** The part of a logger that the database needs (pino's interface). Secrets and content are never logged. */
export type Logger = {
  info(what: string): void;
  warn(what: string): void;
  error(details: object, what: string): void;
};
