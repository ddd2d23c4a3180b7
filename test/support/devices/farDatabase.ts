import { ServiceFailure } from '../../../src/services/failure';
import type { Random } from '../../chaos/random';
import type { FakeDatabase } from './fakeDatabase';

const noAnswer = () => new ServiceFailure('network', 'network', 'No answer');
const delay = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds));

/**
 * The database over a slow network: calls and answers are delayed, and some of them, and of the live events, are lost.
 */
export function farDatabase(
  database: FakeDatabase,
  random: Random,
  areFaultsOver: () => boolean,
): FakeDatabase {
  const slow = Object.entries(database).map(([name, original]) => {
    if (typeof original !== 'function') return [name, original] as const;
    const call = async (...given: unknown[]) => {
      const fate = areFaultsOver()
        ? 'arrives'
        : ((['refused', 'lost'] as const)[random.below(14)] ?? 'arrives');
      const [request, back] = [random.below(300), random.below(300)];
      await delay(request);
      if (fate === 'refused') throw noAnswer();
      const answer = await (original as (...parameters: unknown[]) => Promise<unknown>)(...given);
      await delay(back);
      if (fate === 'lost') throw noAnswer();
      return name === 'serverTime' ? (answer as number) + random.below(200) - 100 : answer;
    };
    return [name, call] as const;
  });
  return {
    ...(Object.fromEntries(slow) as unknown as FakeDatabase),
    follow(userId, list, listener, knownKeys) {
      let last = 0;
      let isOver = false;
      const stop = database.follow(
        userId,
        list,
        event => {
          last = Math.max(last, Date.now() + random.below(600));
          const arrived = structuredClone(event);
          setTimeout(() => isOver || listener(arrived), last - Date.now());
        },
        knownKeys,
      );
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}

/** Records the writes, in the order in which they took effect. */
export function notedDatabase(database: FakeDatabase, note: (words: string) => void): FakeDatabase {
  const writes = ['addTask', 'saveTask', 'addNote', 'saveNote', 'update', 'apply'];
  const noted = writes.map(name => {
    const original = database[name as 'update'] as (...given: unknown[]) => Promise<unknown>;
    const call = async (...given: unknown[]) => {
      const words = `    ${name} ${JSON.stringify(given.slice(1))}`;
      return original(...given).then(
        answer => {
          note(words);
          return answer;
        },
        failure => {
          note(`${words} FAILED`);
          throw failure;
        },
      );
    };
    return [name, call] as const;
  });
  return { ...database, ...(Object.fromEntries(noted) as unknown as FakeDatabase) };
}
