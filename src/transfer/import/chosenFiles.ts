const MEGABYTE_BYTES = 1024 * 1024;
/** The maximum size in bytes. A zip may be larger, because only some of its files are unpacked. */
const LARGEST_BYTES = { file: 50 * MEGABYTE_BYTES, zip: 250 * MEGABYTE_BYTES };

const isZipName = (file: File) => /\.zip$/i.test(file.name);
const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

/**
 * The files that can be read together: of several, only those that may be Keep notes, without the pictures and HTML
 * beside them.
 */
export const readableOf = (files: readonly File[]) =>
  files.length === 1 ? files : files.filter(({ name }) => /\.(json|zip)$/i.test(name));

/** Why the files are not read at all; null when they are. */
export function refusalOf(files: readonly File[]): string | null {
  if (files.length === 0)
    return 'Of several files only those of Google Keep can be read together. Choose one.';
  if (sizeOf(files.filter(isZipName)) > LARGEST_BYTES.zip)
    return 'This zip is larger than 250 MB. Ask Google Takeout for Keep alone.';
  const plain = files.filter(file => !isZipName(file));
  if (sizeOf(plain) <= LARGEST_BYTES.file) return null;
  return `${files.length === 1 ? 'This file is' : 'These files are'} larger than 50 MB.`;
}
