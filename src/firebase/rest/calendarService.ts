import type { CalendarAnswer, CalendarAsk, CalendarService } from '../../services/calendar';
import { ServiceFailure } from '../../services/failure';
import { loadConfig } from './config';
import { refusalOf, TIMEOUT_MS, type TokenSource } from './rest';

/** Calendar addresses, which only the embedded server has. */
export function createCalendar(idToken: TokenSource): CalendarService {
  const send = async (userId: string, { method, only }: CalendarAsk, force: boolean) => {
    const { emulated } = await loadConfig();
    if (!emulated) return null;
    const authorization = `Bearer ${await idToken(userId, force)}`;
    const [signal, body] = [
      AbortSignal.timeout(TIMEOUT_MS),
      only === undefined ? only : JSON.stringify({ only }),
    ];
    try {
      const answer = await fetch(`${emulated.authUrl}/feeds`, {
        method,
        headers: { authorization },
        signal,
        body,
      });
      return { answer, text: await answer.text() };
    } catch {
      throw new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
    }
  };
  return async (userId, ask) => {
    let sent = await send(userId, ask, false);
    if (sent?.answer.status === 401) sent = await send(userId, ask, true);
    if (!sent) return null;
    if (!sent.answer.ok) throw refusalOf(sent.answer.status, sent.text);
    return JSON.parse(sent.text) as CalendarAnswer;
  };
}
