import {
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
  queryAllByText,
} from '@testing-library/dom';

/** A target as it travels into the page: a pattern as its source. */
export type SentTarget = Record<'role' | 'label' | 'placeholder' | 'selector', string | undefined> &
  Record<'name' | 'text', string | { source: string; flags: string } | undefined>;

const matcher = (what: SentTarget['name']) =>
  typeof what === 'object' ? new RegExp(what.source, what.flags) : what;

function all({ role, name, label, placeholder, text, selector }: SentTarget): Element[] {
  const { body } = document;
  if (selector) return [...document.querySelectorAll(selector)];
  if (label) return queryAllByLabelText(body, label);
  if (placeholder) return queryAllByPlaceholderText(body, placeholder);
  if (text) return queryAllByText(body, matcher(text)!);
  return queryAllByRole(body, role!, { name: matcher(name) });
}

/** Finds visible elements; a file field may be hidden. */
const find = (target: SentTarget) =>
  all(target).filter(element => target.selector ?? element.checkVisibility({ visibilityProperty: true }));

Object.assign(window, { daywallFind: find });
