import { openHandover } from './handover';
import type { EarlyField, EarlyWords, EarlyWordsOfPages } from '../../services/device';
import type { Page } from './unsavedDraft';

/** `page` is the page on which the text was typed; page ids ascend. Text of different pages is kept separately. */
type OfPage = EarlyWords & { page?: string };

const idOf = ({ userId, form, page }: OfPage) => [userId, form, page].join();

/** Text typed before its field's code was loaded, as it is handed over from page to page. */
export function openEarlyWords(
  page: Page,
): EarlyWordsOfPages & { handOver(): void; clear(userId: string): void } {
  const { pageId } = page;
  const handover = openHandover<OfPage>({
    ...page,
    name: 'daywall-early',
    idOf,
    isItem: (stored): stored is OfPage => typeof (stored as OfPage | null)?.words === 'string',
  });
  const of = (field: EarlyField) => handover.held(field.userId).filter(({ form }) => form === field.form);
  return {
    hold(words) {
      const item = { ...words, page: pageId };
      if (words.words) handover.hold(item);
      else handover.release([idOf(item)]);
    },
    words(field) {
      handover.take(field.userId);
      return of(field)
        .sort((a, b) => ((a.page ?? '') < (b.page ?? '') ? -1 : 1))
        .map(({ words }) => words);
    },
    release: field => handover.release(of(field).map(idOf)),
    drop: field => handover.release([idOf({ ...field, words: '', page: pageId })]),
    handOver: handover.handOver,
    clear: handover.clear,
  };
}
