import { stat } from 'node:fs/promises';
import { StoreError } from '../../server/lib/errors';
import { lastState, type Restorable } from '../../server/storage/follow/replay';
import { findStore } from '../../server/storage/folder';
import { readLastCommit } from '../../server/storage/lastCommit';
import { advice, fault, fine, span, type Case, type Check, type Finding } from './finding';

/** A follower is at most 2 s behind; a longer delay has a cause. */
const LATE_MS = 10_000;

/** Whether every commit is stored in FOLLOW_DIR, or by a follower of the running server. */
export const checkFollowers: Check = async circumstances => {
  const { followDir, dataDir } = circumstances.config;
  const folders = new Set(circumstances.status?.followers.map(({ folder }) => folder));
  if (followDir !== null) folders.add(followDir);
  if (folders.size === 0 || (await findStore(dataDir)) === 'nothing') return [];
  const findings: Finding[] = [];
  for (const folder of folders) findings.push(...(await examined(circumstances, folder)));
  return findings;
};

async function examined(circumstances: Case, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const state = await stateOf(folder, findings);
  if (findings.length === 0) findings.push(...(await progress(circumstances, folder, state)));
  const target = await stat(folder).catch(() => null);
  if (target?.dev === (await stat(circumstances.config.dataDir)).dev)
    findings.push(
      advice(`${folder} is on the disk of the data, and is lost with it: follow into another disk.`),
    );
  return findings;
}

/** The state that a restore would give; reports what prevents one. */
async function stateOf(folder: string, findings: Finding[], isAgain = false): Promise<Restorable | null> {
  const answers: Finding[] = [];
  try {
    const state = await lastState(folder, null, text => answers.push(fault(text)));
    findings.push(...answers);
    return state;
  } catch (error) {
    // The follower may remove files that newer copies have made unnecessary.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isAgain)
      return stateOf(folder, findings, true);
    if (!(error instanceof StoreError)) throw error;
    findings.push(fault(`${error.message} Is its disk mounted?`));
    return null;
  }
}

async function progress(circumstances: Case, folder: string, state: Restorable | null): Promise<Finding[]> {
  const how = `run "npm run backup -- --follow ${folder}"`;
  const follower = circumstances.status?.followers.find(each => each.folder === folder);
  if (circumstances.status && !follower?.isHere)
    return [fault(`Nobody writes down in ${folder} what is committed: ${how}.`)];
  if (!state)
    return [fault(`There is nothing in ${folder} that can be restored: ${how}, and look at what it says.`)];
  if (follower) {
    const { behindMs } = follower;
    if (behindMs === null || behindMs > LATE_MS)
      return [
        fault(
          `${folder} is ${behindMs === null ? 'not begun' : `${span(behindMs)} behind`}: look at what the follower says.`,
        ),
      ];
    return [fine(`${folder} is ${span(behindMs)} behind the data, and whole.`)];
  }
  const last = await readLastCommit(circumstances.config.dataDir);
  if (last && last.id !== state.store) return [fault(`${folder} holds other data than these: ${how}.`)];
  const missing = (last?.sequence ?? 0) - state.point.sequence;
  if (missing > 0)
    return [
      advice(
        `${folder} lacks the last ${missing === 1 ? 'commit' : `${missing} commits`}: start the server, and ${how}.`,
      ),
    ];
  return [fine(`${folder} holds everything that was written, and is whole.`)];
}
