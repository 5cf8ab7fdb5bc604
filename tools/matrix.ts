// node tools/matrix.ts: writes conformance/MATRIX.md. With --check, reports whether the file is up to date and the
// matrix has no gaps.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readKills } from './bite/measured.ts';
import { gapsOf, matrixOf } from './matrix/matrix.ts';
import { pageOf } from './matrix/page.ts';

const USAGE = `node tools/matrix.ts [--check]
  Writes conformance/MATRIX.md: every requirement of the specification, its checks, and the defects that they catch.
  The last whole bite measured which check catches which defect; npm run measure measures again.
  --check  writes nothing; fails when the page is not up to date, or when a requirement or a check has no defect`;

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
