const CAN_BE_PRESSED = /^\s*- \[[ xX]\]|(?:https?:\/\/|mailto:|tel:)/im;

/** Whether a text may have boxes to tick or links to follow. */
export const canBePressed = (text: string) => CAN_BE_PRESSED.test(text);
