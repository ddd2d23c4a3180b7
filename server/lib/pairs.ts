import type { Page } from './types';

/** Flattens pages into pairs, without a promise for each pair. */
export async function* pairsOf(pages: AsyncIterable<Page>): AsyncGenerator<Page[number]> {
  for await (const page of pages) yield* page;
}
