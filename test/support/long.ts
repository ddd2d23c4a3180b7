/** How often something is tried: `often` in the long run (`npm run test:long`), else `now`. */
export const times = (now: number, often: number): number => (process.env['TESTS'] === 'long' ? often : now);
