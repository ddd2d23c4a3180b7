import type { Paper } from '../look';

/** The papers' names in the interface. */
export const paperNames: Record<Paper, string> = {
  lemon: 'Lemon',
  peach: 'Peach',
  mint: 'Mint',
  sky: 'Sky',
  lilac: 'Lilac',
  rose: 'Rose',
  sand: 'Sand',
  teal: 'Teal',
  chalk: 'Chalk',
};
