/** Pixels of 1rem now. */
export const remNow = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
