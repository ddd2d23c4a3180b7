/** When the next event happens, in milliseconds. */
let now = 1;

// No time passes between two events of a test, however busy the machine is: a pause between keys has a meaning.
Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: () => now });

/** Lets time pass before the next event. */
export const pause = (milliseconds: number) => void (now += milliseconds);
