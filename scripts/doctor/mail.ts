import type { MailState } from '../../server/auth/mails/outbox';
import { advice, fault, fine, span, type Check, type Finding } from './finding';

/** Whether the mail server accepts mails, and whether their links work. */
export const checkMail: Check = async ({ config, status, ask, machine }) => {
  if (!config.mail || !status) return [];
  const findings: Finding[] = [];
  const state = (await ask('mail state')) as MailState | null;
  if (!state)
    findings.push(fault('The server that runs sends no mails, but SMTP_URL is set here: restart it.'));
  else if (state.problem) {
    const { at, reason } = state.problem;
    const waiting = state.waiting === 1 ? '1 waits' : `${state.waiting} wait`;
    findings.push(
      fault(
        `The last mail was not sent, ${span(Math.max(0, machine.now() - at))} ago: ${reason}; ${waiting}. Check SMTP_URL and the mail server.`,
      ),
    );
  } else findings.push(fine('The mail server takes mails, as far as there were any.'));
  if (!config.publicUrl)
    findings.push(
      advice(`The links in mails lead to ${status.url}: set PUBLIC_URL to where people reach it.`),
    );
  return findings;
};
