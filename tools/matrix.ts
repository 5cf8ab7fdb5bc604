// node tools/matrix.ts: writes conformance/MATRIX.md, every requirement of the specification with its checks and the
// defects that they caught in the last whole bite. With --check, writes nothing and fails when the page is not up to
// date. Fails when a requirement or a check has no defect.
import { readFileSync, writeFileSync } from 'node:fs';
import { readKills } from './bite/measured.ts';
import { gapsOf, matrixOf } from './matrix/matrix.ts';
import { pageOf } from './matrix/page.ts';

const FILE = new URL('../conformance/MATRIX.md', import.meta.url);

const matrix = matrixOf(readKills());
const gaps = gapsOf(matrix);
const page = pageOf(matrix, gaps);
for (const gap of gaps) console.error(gap);
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, page);
  console.log(`conformance/MATRIX.md: ${matrix.rows.length} sentences, ${matrix.defects} defects.`);
} else if (readFileSync(FILE, 'utf8') !== page) {
  console.error('conformance/MATRIX.md is not up to date: run node tools/matrix.ts and commit it.');
  process.exitCode = 1;
}
if (gaps.length > 0) process.exitCode = 1;
