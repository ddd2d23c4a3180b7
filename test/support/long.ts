/** Tests as in `npm run test:full`. */
export const isLong = process.env['TESTS'] === 'long';

/** The number of tries: `often` in the long run, else `now`. */
export const times = (now: number, often: number): number => (isLong ? often : now);
