import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RulesError } from '../../../server/rules/compile';
import { openRules, reloadOnHangup } from '../../../server/rules/reload';
import { mayRead } from '../../support/rules/rules';

const open = '{"rules":{".read":true}}';
const closed = '{"rules":{".read":false}}';
const wrong = '{"rules":{".read":"tru"}}';

describe('a rules file that is edited', () => {
  let folder: string;
  let file: string;
  let lines: [string, object, string][];
  const log = {
    info: (fields: object, message: string) => void lines.push(['info', fields, message]),
    error: (fields: object, message: string) => void lines.push(['error', fields, message]),
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rules-'));
    file = join(folder, 'my.rules.json');
    lines = [];
    writeFileSync(file, open);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is in force after a reload, and not before', () => {
    const rules = openRules(file, log);
    writeFileSync(file, closed);
    expect(mayRead(rules.current(), '')).toBe(true);
    expect(rules.reload()).toBe(true);
    expect(mayRead(rules.current(), '')).toBe(false);
    expect(lines).toEqual([['info', { file }, 'rules reloaded']]);
  });

  test('leaves the old rules in force when it is wrong, and says why', () => {
    const rules = openRules(file, log);
    writeFileSync(file, wrong);
    expect(rules.reload()).toBe(false);
    expect(mayRead(rules.current(), '')).toBe(true);
    const reason = `${file}:1:20 /.read: unknown variable "tru"`;
    expect(lines).toEqual([['error', { file, reason }, 'rules not reloaded, the old ones stay in force']]);
  });

  test('leaves the old rules in force when it is gone', () => {
    const rules = openRules(file, log);
    rmSync(file);
    expect(rules.reload()).toBe(false);
    expect(mayRead(rules.current(), '')).toBe(true);
    expect(lines).toEqual([
      ['error', expect.objectContaining({ reason: expect.stringContaining('ENOENT') }), expect.any(String)],
    ]);
  });

  test('can not be opened when it is wrong from the start', () => {
    writeFileSync(file, wrong);
    expect(() => openRules(file, log)).toThrow(RulesError);
  });

  test('is read again at SIGHUP, until that is given up', () => {
    const others = process.listenerCount('SIGHUP');
    const rules = openRules(file, log);
    const giveUp = reloadOnHangup(rules);
    writeFileSync(file, closed);
    process.emit('SIGHUP');
    expect(mayRead(rules.current(), '')).toBe(false);
    giveUp();
    expect(process.listenerCount('SIGHUP')).toBe(others);
  });
});
