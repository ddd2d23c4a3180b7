/** Freezes only the outermost object. Immer stops there: it neither walks through it nor looks for drafts in it. */
export const frozen = <Part extends object>(part: Part): Part => Object.freeze(part);
