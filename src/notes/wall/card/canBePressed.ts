const CAN_BE_PRESSED = /^\s*- \[[ xX]\]|(?:https?:\/\/|mailto:|tel:)/im;

/** Whether a text may contain boxes or links. */
export const canBePressed = (text: string) => CAN_BE_PRESSED.test(text);
