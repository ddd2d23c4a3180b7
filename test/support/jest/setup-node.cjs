// The browser's language decides how days are written; Node has another one in each version, or none.
const language = { get: () => 'en-GB', configurable: true };
if (typeof document !== 'undefined') Object.defineProperty(navigator, 'language', language);
else
  Object.defineProperty(globalThis, 'navigator', {
    value: Object.defineProperty({}, 'language', language),
    configurable: true,
    writable: true,
  });
