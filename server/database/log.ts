/** The part of a logger that the database needs (pino's shape). Nothing secret and no content is ever logged. */
export type Logger = {
  info(what: string): void;
  warn(what: string): void;
  error(details: object, what: string): void;
};
