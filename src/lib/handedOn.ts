const ofPage = ((globalThis as { daywall?: Record<string, unknown> }).daywall ??= {});

/** A value that `boot.ts` leaves for the app. Their bundles share no module, so the value is kept on `globalThis`. */
export const handedOn = <Value>(name: string, make: () => Value) => (ofPage[name] ??= make()) as Value;
