import { unzipSync } from 'fflate';
import { UnreadableFile } from '../reading';

/**
 * Limits for unpacking a zip, in bytes: an archive of a few KB may claim to contain gigabytes. A note of Keep has some
 * KB, including its text twice. `packed` also limits the work for entries that are larger than they claim.
 */
const LARGEST = {
  entries: 200_000,
  fileBytes: 8_000_000,
  packedBytes: 20_000_000,
  unpackedBytes: 100_000_000,
};

/** Whether a file is a zip, by its first bytes; an empty zip is not recognised. */
export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** The files of a zip that can be read; pictures and pages beside notes are skipped. */
const READABLE = /\.(json|csv|ics|md)$/i;

/**
 * The readable files of a zip by path, and the names of those too large to be notes. Throws `UnreadableFile` when it is
 * damaged, encrypted or too large.
 */
export function filesInZip(zip: Uint8Array): { files: Map<string, Uint8Array>; tooLarge: string[] } {
  const tooLarge: string[] = [];
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  const refuse = () => {
    throw new UnreadableFile('This zip is too large. Ask Google Takeout for Keep alone.');
  };
  try {
    const files = unzipSync(zip, {
      filter({ name, size, originalSize }) {
        entries += 1;
        if (entries > LARGEST.entries) refuse();
        if (!READABLE.test(name) || /(^|\/)(__MACOSX\/|\.)/.test(name)) return false;
        if (originalSize > LARGEST.fileBytes || size > LARGEST.fileBytes) {
          tooLarge.push(name);
          return false;
        }
        packed += size;
        unpacked += originalSize;
        if (packed > LARGEST.packedBytes || unpacked > LARGEST.unpackedBytes) refuse();
        return true;
      },
    });
    return { files: new Map(Object.entries(files)), tooLarge };
  } catch (failure) {
    if (failure instanceof UnreadableFile) throw failure;
    throw new UnreadableFile('This zip is damaged, cut off or encrypted. Download it again.');
  }
}
