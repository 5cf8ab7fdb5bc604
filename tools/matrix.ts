// node tools/matrix.ts: writes conformance/MATRIX.md; with --check reports whether it is up to date and has no gaps.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readKills } from './bite/measured.ts';
import { gapsOf, matrixOf } from './matrix/matrix.ts';
import { pageOf } from './matrix/page.ts';

const USAGE = `node tools/matrix.ts [--check]
  Writes conformance/MATRIX.md: every sentence of the specification, what asks about it, what proves that it is noticed.
  What catches which defect was measured by the last whole bite: npm run measure measures anew.
  --check  writes nothing; fails when the page is not up to date, or when a sentence or a check stands alone`;

const FILE = new URL('../conformance/MATRIX.md', import.meta.url);

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

if (values.help) console.log(USAGE);
else {
  const matrix = matrixOf(readKills());
  const gaps = gapsOf(matrix);
  const page = pageOf(matrix, gaps);
  for (const gap of gaps) console.error(gap);
  if (!values.check) {
    writeFileSync(FILE, page);
    console.log(`conformance/MATRIX.md: ${matrix.rows.length} sentences, ${matrix.defects} defects.`);
  } else if (readFileSync(FILE, 'utf8') !== page) {
    console.error('conformance/MATRIX.md is not up to date: run node tools/matrix.ts and commit it.');
    process.exitCode = 1;
  }
  if (gaps.length > 0) process.exitCode = 1;
}
