// Prints files and lines of TypeScript and scripts: of src by folder, then of the other top folders.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const filesOf = top =>
  readdirSync(path.join(root, top), { recursive: true })
    .filter(name => /\.(tsx?|mts|mjs|cjs|js)$/.test(name))
    .map(name => ({
      folder: name.includes(path.sep) ? name.split(path.sep)[0] : '.',
      lines: readFileSync(path.join(root, top, name), 'utf8').split('\n').length - 1,
    }));

function print(name, files) {
  const lines = files.reduce((sum, file) => sum + file.lines, 0).toLocaleString('en');
  console.log(`${name.padEnd(20)}${String(files.length).padStart(6)} files ${lines.padStart(8)} lines`);
}

const src = filesOf('src');
for (const folder of [...new Set(src.map(file => file.folder))].sort())
  print(
    `src/${folder}`,
    src.filter(file => file.folder === folder),
  );
print('src', src);
for (const top of ['server', 'shared', 'test', 'scripts', 'bench']) print(top, filesOf(top));
