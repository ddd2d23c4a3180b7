const ofPage = ((globalThis as { daywall?: Record<string, unknown> }).daywall ??= {});

/** A value that the page's first script leaves to the app: their bundles share no module, so it lies with the page. */
export const handedOn = <Value>(name: string, make: () => Value) => (ofPage[name] ??= make()) as Value;
