/** Stories as in the long run, `npm run test:full`. */
export const isLong = process.env['STORIES'] === 'long';
