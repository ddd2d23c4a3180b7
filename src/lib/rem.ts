/** The current value of 1rem in pixels. */
export const remNow = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
