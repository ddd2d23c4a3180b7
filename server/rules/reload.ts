import { readFileSync } from 'node:fs';
import type { Rules } from '../lib/types';
import { compileRules } from './compile';

/** Rules that follow their file. */
export interface RulesFile {
  /** The rules in force; ask for them at each access. */
  current(): Rules;
  /** Reads the file again. When that fails the old rules stay in force, the log says why, and the answer is false. */
  reload(): boolean;
}

/** The operator's log; the server's logger is one. */
interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Opens a rules file. Throws when it can't be used, as there are no older rules to fall back on. */
export function openRules(file: string, log: Log): RulesFile {
  const read = () => compileRules(readFileSync(file, 'utf8'), file);
  let rules = read();
  return {
    current: () => rules,
    reload() {
      try {
        rules = read();
        log.info({ file }, 'rules reloaded');
        return true;
      } catch (error) {
        log.error(
          { file, reason: (error as Error).message },
          'rules not reloaded, the old ones stay in force',
        );
        return false;
      }
    },
  };
}

/** Reloads at each SIGHUP until the returned function is called. */
export function reloadOnHangup(rules: RulesFile): () => void {
  const reload = () => void rules.reload();
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}
