/** A plain text mail to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** The texts of the mails. The requester determines only the address, so that nobody can send text of their own. */
export const letters = {
  resetPassword: (to: string, site: string, link: string): Letter => ({
    to,
    subject: 'A new password for Daywall',
    text: `Somebody asked for a new password for your Daywall account at ${site}.

Open this link within an hour to choose one; it works once:

${link}

If it was not you, ignore this mail: your password stays the same.
`,
  }),
  verifyAndChangeEmail: (to: string, site: string, link: string): Letter => ({
    to,
    subject: 'Your new address for Daywall',
    text: `Somebody wants to sign in to their Daywall account at ${site} with this address.

If it was you, open this link within an hour to confirm it; it works once:

${link}

If it was not you, ignore this mail.
`,
  }),
  addressTaken: (to: string, site: string): Letter => ({
    to,
    subject: 'Your new address for Daywall',
    text: `Somebody wants to sign in to their Daywall account at ${site} with this address, but another account has it
already. If it was you, sign in with that one, or choose another address. Nothing has changed.
`,
  }),
  addressChanged: (to: string, site: string): Letter => ({
    to,
    subject: 'Your Daywall account has another address',
    text: `Your Daywall account at ${site} was given another address; this one does not sign in to it any more.

If it was not you, tell the person who runs that server at once.
`,
  }),
};
