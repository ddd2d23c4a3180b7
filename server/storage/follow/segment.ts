import { open, rm, truncate, type FileHandle } from 'node:fs/promises';
import { linesOfFile } from '../records/lines';
import { CommitReader, lineOf, readLine, type Commit, type Point } from '../records/commitLines';

/** The version of the file format: a header line, then commits. */
const SEGMENT_VERSION = 1;

/** The first line of a segment. */
type SegmentHead = { daywall: 'commits'; version: number; store: string; run: number; after: Point };

/** A file to which a single follower appends commits. */
export class Segment {
  private durable = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Creates the file, replacing one without a complete commit. Throws the disk's error. */
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

  /**
   * Resolves once the lines are on the disk. After a failure the file is truncated to its previous size, if the disk
   * allows it.
   */
  async append(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    try {
      await this.handle.writeFile(bytes);
      await this.handle.datasync();
    } catch (error) {
      // After a failed sync it is unknown what is on the disk, even if it can be read.
      await truncate(this.path, this.durable).catch(() => undefined);
      throw error;
    }
    this.durable += bytes.length;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The header of a segment; null when it belongs to another format or is incomplete. */
export async function headOfSegment(path: string): Promise<SegmentHead | null> {
  for await (const line of linesOfFile(path)) return headOf(line);
  return null;
}

/** The complete commits of a segment, up to the first altered or incomplete line. */
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
