/** Tests as in the long run, `npm run test:long`. */
export const isLong = process.env['TESTS'] === 'long';

/** The number of tries: `often` in the long run, else `now`. */
export const times = (now: number, often: number): number => (isLong ? often : now);
