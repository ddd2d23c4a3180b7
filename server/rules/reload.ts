import { readFileSync } from 'node:fs';
import type { Rules } from '../lib/types';
import { compileRules } from './compile';

/** Rules that are reloaded from their file. */
export interface RulesFile {
  /** The current rules; read this at each access. */
  current(): Rules;
  /** Reads the file again. If that fails the old rules remain in force, the reason is logged, and it returns false. */
  reload(): boolean;
}

/** The part of the server's logger that is used here. */
interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Opens a rules file. Throws when it is invalid, because there are no older rules to fall back on. */
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
