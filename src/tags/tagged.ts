import { retagged, tagName, withTag } from '../../shared/tags';

/** A title with a tag renamed, or taken out (`to` null); its word stays where nothing else is in the title. */
export const retaggedTitle = (title: string, tag: string, to: string | null): string =>
  retagged(title, tag, to) || tagName(tag);

/** Words of tags to add to titles, and keys of tags to take out of them. */
export type TagChange = { add: readonly string[]; remove: readonly string[] };

/** A title with tags added and taken out. */
export const tagged = (title: string, { add, remove }: TagChange): string =>
  add.reduce(
    withTag,
    remove.reduce((text, tag) => retaggedTitle(text, tag, null), title),
  );
