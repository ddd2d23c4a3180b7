/** The view that rules have of a query. */
import { parseQuery, queryView } from '../../../../server/database/tree/query';
import type { Json, QueryView } from '../../../../server/lib/types';

const nothing: QueryView = {
  orderByChild: null,
  orderByKey: false,
  orderByValue: false,
  orderByPriority: false,
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

test.each<[Json, Partial<QueryView>]>([
  [{ i: 'owner/name' }, { orderByChild: 'owner/name' }],
  [{ i: '.key' }, { orderByKey: true }],
  [{ i: '.value' }, { orderByValue: true }],
  [{ i: '.priority' }, { orderByPriority: true }],
  [
    { i: 'n', sp: 1, ep: 2 },
    { orderByChild: 'n', startAt: 1, endAt: 2 },
  ],
  [
    { i: 'n', sp: 1, ep: 1 },
    { orderByChild: 'n', equalTo: 1 },
  ],
  [
    { i: 'n', sp: 1, ep: 1, ein: false },
    { orderByChild: 'n', startAt: 1, endAt: 1 },
  ],
  [
    { i: '.key', sp: 'a', ep: 'b' },
    { orderByKey: true, startAt: 'a', endAt: 'b' },
  ],
  [
    { i: '.key', sp: 'a', ep: 'a' },
    { orderByKey: true, equalTo: 'a' },
  ],
  [
    { i: 'n', l: 5, vf: 'l' },
    { orderByChild: 'n', limitToFirst: 5 },
  ],
  [
    { i: 'n', l: 5, vf: 'r' },
    { orderByChild: 'n', limitToLast: 5 },
  ],
])('Of the query %j the rules see %j', (query, seen) => {
  expect(queryView(parseQuery(query)!)).toEqual({ ...nothing, ...seen });
});
