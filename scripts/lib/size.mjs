// Prints the size of src: files and lines by folder, of the folders that make and send changes, and in total.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../src');
/** The folders in which changes are made, kept, sent, undone and deleted. */
const CORE = ['sync', 'history', 'trash', 'tasks', 'notes'];

const files = readdirSync(root, { recursive: true })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => ({
    folder: name.includes(path.sep) ? name.split(path.sep)[0] : '.',
    extension: path.extname(name),
    lines: readFileSync(path.join(root, name), 'utf8').split('\n').length - 1,
  }));

const number = value => value.toLocaleString('en');
function print(name, counted) {
  const lines = counted.reduce((sum, file) => sum + file.lines, 0);
  console.log(
    `${name.padEnd(44)}${number(counted.length).padStart(6)} files ${number(lines).padStart(8)} lines`,
  );
}

for (const folder of [...new Set(files.map(file => file.folder))].sort()) {
  const inFolder = files.filter(file => file.folder === folder);
  for (const extension of ['.ts', '.tsx']) {
    const counted = inFolder.filter(file => file.extension === extension);
    if (counted.length > 0) print(`${folder}/ ${extension}`, counted);
  }
}
console.log();
print(
  `.ts of ${CORE.join(', ')}`,
  files.filter(file => file.extension === '.ts' && CORE.includes(file.folder)),
);
print('.ts and .tsx of src', files);

const service = readFileSync(path.join(root, 'services/database.ts'), 'utf8');
const methods = service.split('export interface DatabaseService {')[1].match(/^ {2}\w+\(/gm);
console.log(`${'methods of DatabaseService'.padEnd(44)}${number(methods.length).padStart(6)}`);
