/** Stories as in `npm run test:full`. */
export const isLong = process.env['STORIES'] === 'long';

/** All cases in the long run, else `few` of them. */
export const casesOf = <Case>(few: readonly Case[], all: readonly Case[]): readonly Case[] =>
  isLong ? all : few;
