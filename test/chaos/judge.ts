import type { Entry, Fields } from './history';

/** An item as the server, or a screen, has it at the end. */
export interface Found {
  item: string;
  fields: Fields;
}

const FIELDS_KNOWN = (found: Found, entries: Entry[]) =>
  Object.entries(found.fields).filter(
    ([field, value]) => !entries.some(({ fields }) => fields[field] === value),
  );

/**
 * What is wrong with one item, from all that people did to it and all that the server has of it: nothing, if every
 * accepted operation took effect exactly once, and what was superseded was really superseded. A value that was entered
 * is there at the end, or somebody saw it and wrote another one in its place, or decided against it.
 */
export function judgeItem(item: string, entries: Entry[], found: Found[]): string[] {
  const wrong: string[] = [];
  const [add] = entries.filter(({ act }) => act === 'add');
  const deletes = entries.filter(({ act }) => act === 'delete');
  const revivals = entries.filter(({ act }) => act === 'keepAsNew');
  const isDeleted = deletes.some(({ isAccepted }) => isAccepted);
  const isRevived = revivals.some(({ isAccepted }) => isAccepted);
  if (!add) return [`${item}: nobody added it`];

  if (found.length > 1 + revivals.length) wrong.push(`${item}: is there ${found.length} times`);
  if (found.length === 0 && add.isAccepted && deletes.length === 0) wrong.push(`${item}: is lost`);
  if (found.length > 0 && isDeleted && revivals.length === 0) wrong.push(`${item}: was deleted and is back`);
  const last = entries
    .filter(({ act, isAccepted }) => isAccepted && (act === 'delete' || act === 'keepAsNew'))
    .at(-1);
  if (found.length === 0 && isRevived && last?.act === 'keepAsNew')
    wrong.push(`${item}: kept as new, is lost`);

  for (const one of found)
    for (const [field, value] of FIELDS_KNOWN(one, entries))
      wrong.push(`${item}: ${field} is ${JSON.stringify(value)}, which nobody entered`);

  if (found.length === 1 && revivals.length === 0)
    for (const entry of entries.filter(({ isAccepted }) => isAccepted))
      for (const [field, value] of Object.entries(entry.fields)) {
        const isThere = found[0]!.fields[field] === value;
        if (!isThere && !isSuperseded(entries, field, value))
          wrong.push(
            `${item}: ${field} ${JSON.stringify(value)} of #${entry.number} gave way to ${JSON.stringify(found[0]!.fields[field])} unseen`,
          );
      }
  return wrong;
}

/** Somebody who saw the value wrote another one over it, or decided against it. */
const isSuperseded = (entries: Entry[], field: string, value: string) =>
  entries.some(
    ({ base, fields, givenUp }) =>
      givenUp[field] === value || (base[field] === value && field in fields && fields[field] !== value),
  );

/** What differs between the server and a screen. */
export function compare(screen: string, server: Found[], shown: Found[]): string[] {
  const count = (all: Found[]) => {
    const counts = new Map<string, number>();
    for (const { item, fields } of all) {
      const words = `${item} ${JSON.stringify(Object.entries(fields).sort())}`;
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return counts;
  };
  const [there, here] = [count(server), count(shown)];
  return [...new Set([...there.keys(), ...here.keys()])]
    .filter(words => there.get(words) !== here.get(words))
    .map(
      words =>
        `${screen} shows ${here.get(words) ?? 0} and the server has ${there.get(words) ?? 0} of ${words}`,
    );
}
