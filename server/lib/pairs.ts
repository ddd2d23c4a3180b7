import type { Page } from './types';

/** The pairs of pages, one by one: for what takes longer than a promise for each of them. */
export async function* pairsOf(pages: AsyncIterable<Page>): AsyncGenerator<Page[number]> {
  for await (const page of pages) yield* page;
}
