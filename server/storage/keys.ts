/** Where the format's version is kept, as plain digits in every version. No section's name is empty, so none reaches it. */
export const FORMAT_KEY = '\0format';

/** Where the store's count and checksum are kept, since version 2. */
export const HEAD_KEY = '\0head';
