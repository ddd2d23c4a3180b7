import { findChromium } from '../../support/chromium.mjs';

/** Before the first test: a browser that is packed inside npm's package is unpacked, once. */
export default async () => void (await findChromium());
