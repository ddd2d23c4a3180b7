import { open, rm, truncate, type FileHandle } from 'node:fs/promises';
import { linesOfFile } from '../records/lines';
import { CommitReader, lineOf, readLine, type Commit, type Point } from './commitLines';

/** The version of the file's own shape: a line that says what it is, then commits. */
const SEGMENT_VERSION = 1;

/** The first line of a segment. */
export type SegmentHead = { daywall: 'commits'; version: number; store: string; run: number; after: Point };

/** A file that commits are appended to by one follower, and by no other one after it. */
export class Segment {
  private durable = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Makes the file, in the place of one that holds no whole commit. Throws what the disk says. */
  static async create(path: string, head: Omit<SegmentHead, 'daywall' | 'version'>): Promise<Segment> {
    await rm(path, { force: true });
    const segment = new Segment(path, await open(path, 'wx', 0o600));
    try {
      await segment.append([
        lineOf({ daywall: 'commits', version: SEGMENT_VERSION, ...head } satisfies SegmentHead),
      ]);
      return segment;
    } catch (error) {
      await segment.close();
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Bytes that are on the disk. */
  get bytes(): number {
    return this.durable;
  }

  /** Resolves once the lines are on the disk. When that fails, the file is as it was, as far as the disk allows. */
  async append(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    try {
      await this.handle.writeFile(bytes);
      await this.handle.datasync();
    } catch (error) {
      // After a failed sync nobody knows what is on the disk, although it can be read.
      await truncate(this.path, this.durable).catch(() => undefined);
      throw error;
    }
    this.durable += bytes.length;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The first line of a segment; null when it is none of ours, or was not written to its end. */
export async function headOfSegment(path: string): Promise<SegmentHead | null> {
  for await (const line of linesOfFile(path)) return headOf(line);
  return null;
}

/** The whole commits of a segment, up to its end or to the first line that is altered or not complete. */
export async function* commitsOf(path: string): AsyncGenerator<Commit> {
  const reader = new CommitReader();
  let isHead = true;
  for await (const line of linesOfFile(path)) {
    if (isHead && !headOf(line)) return;
    if (!isHead) {
      const commit = tryRead(reader, line);
      if (commit === undefined) return;
      if (commit) yield commit;
    }
    isHead = false;
  }
}

function headOf(line: string): SegmentHead | null {
  const said = readLine(line) as Partial<SegmentHead> | undefined;
  return said?.daywall === 'commits' && said.version === SEGMENT_VERSION ? (said as SegmentHead) : null;
}

function tryRead(reader: CommitReader, line: string): Commit | null | undefined {
  try {
    return reader.read(line);
  } catch {
    return undefined;
  }
}
