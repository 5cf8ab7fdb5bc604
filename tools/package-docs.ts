// Puts the documentation into the package: copies pages to dist/, turns their links to files that the package does not
// contain into plain text, and leaves out what needs a checkout (between <!-- checkout only --> and <!-- end -->). `npm pack` calls it for README.md, which npm takes from the root of the checkout:
// node tools/package-docs.ts write | restore
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const SHIPPED = [
  'docs/*.md',
  'docs/ci/*.yml',
  'docs/examples/*.ts',
  'openapi/{DECISIONS.md,control.yaml}',
  'openapi/workflows/*.arazzo.yaml',
  '{CHANGELOG,GLOSSARY,SECURITY}.md',
];

/** Returns the files of the documentation that the package contains, by their paths in the checkout. */
export function shippedDocs(): string[] {
  return globSync(SHIPPED, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
}

/** Copies the documentation into a built package; below dist/, every file has its path of the checkout. */
export function copyDocs(out: string): void {
  const shipped = new Set(shippedDocs());
  for (const path of shipped) {
    const to = join(out, path);
    mkdirSync(dirname(to), { recursive: true });
    if (path.endsWith('.md'))
      writeFileSync(to, packedLinks(readFileSync(join(root, path), 'utf8'), path, shipped));
    else cpSync(join(root, path), to);
  }
}

/** Returns README.md as the package contains it: its links lead to the documentation below dist/. */
export function packageReadme(): string {
  const original = existsSync(BACKUP) ? BACKUP : README;
  return packedLinks(readFileSync(original, 'utf8'), 'README.md', new Set(shippedDocs()), 'dist/');
}

// Rewrites a page for readers who have the package and no checkout: `npm start` becomes the command of the package, and
// passages that need a checkout are left out. As for its links: a link to a shipped file gets a prefix, a link to any
// other file becomes its text, and pictures, which are not shipped, are removed.
function packedLinks(text: string, page: string, shipped: ReadonlySet<string>, prefix = ''): string {
  return text
    .replaceAll(/ ?<!-- checkout only -->[\s\S]*?<!-- end -->\n?/g, '')
    .replaceAll('`npm start` (or `npx hosting-contract mock`)', '`npx hosting-contract mock`')
    .replaceAll(/(?:npm ci && )?npm start(?: --(?= ))?/g, 'npx hosting-contract mock')
    .replaceAll(/!\[[^\]]*\]\((?!https?:)[^)]+\)/g, '')
    .replaceAll(/^\|[\s|-]*\|\n/gm, (row, at: number, all: string) => (isTableOfText(all, at) ? row : ''))
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g, (_, label, to: string, anchor = '') =>
      shipped.has(posix.join(posix.dirname(page), to)) ? `[${label}](${prefix}${to}${anchor})` : label,
    )
    .replaceAll(/\n{3,}/g, '\n\n');
}

// Reports whether the row of a table at an offset follows or precedes a row with text.
function isTableOfText(text: string, at: number): boolean {
  const table = /(?:^|\n\n)((?:\|.*\n)+)/g;
  for (const found of text.matchAll(table)) {
    const start = found.index + found[0].length - (found[1] ?? '').length;
    if (at >= start && at < found.index + found[0].length) return /[^\s|-]/.test(found[1] ?? '');
  }
  return true;
}

const README = join(root, 'README.md');
/** README.md of the checkout while npm packs. */
const BACKUP = join(root, '.cache/README.md');

const [, script, mode] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  if (mode === 'write') {
    const packed = packageReadme();
    mkdirSync(dirname(BACKUP), { recursive: true });
    if (!existsSync(BACKUP)) cpSync(README, BACKUP);
    writeFileSync(README, packed);
  } else if (mode === 'restore') {
    if (existsSync(BACKUP)) renameSync(BACKUP, README);
  } else {
    console.error('error: node tools/package-docs.ts write | restore');
    process.exitCode = 2;
  }
}
