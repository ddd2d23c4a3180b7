/** A calendar address: when it was made (milliseconds), and the tasks that it shows: '', a list, or `#tag`. */
export type CalendarFeed = { createdAt: number; only: string };
/** The account's address; `address` is told once, when it is made. */
export type CalendarAnswer = { feed: CalendarFeed | null; address?: string };

/** A request: POST makes an address and ends an earlier one, PATCH changes what it shows, DELETE revokes it. */
export type CalendarAsk = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; only?: string };

/** The account's calendar address, after what is asked; null where the site serves none. */
export type CalendarService = (userId: string, ask: CalendarAsk) => Promise<CalendarAnswer | null>;
