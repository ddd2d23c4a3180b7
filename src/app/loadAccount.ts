/** The account's screens, its slice and its sagas: one part, whoever wants it first. */
export const loadAccount = () => import(/* webpackChunkName: "account" */ './accountPart');
