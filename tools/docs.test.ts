// Tests that the pages of the documentation are complete, short enough, and have no dead links.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configMembers } from '../src/suite/target/config.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = globSync('{*,docs/**/*,openapi/*,packages/*/*,examples/*/*,src/console/*}.md', { cwd: root });
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

test('docs/deployment.md explains every member of a target file', () => {
  const rows = [...read('docs/deployment.md').matchAll(/^\| (`.*?) \|/gm)]
    .map(([, cell = '']) => cell)
    .join(' ');
  const missing = configMembers().filter((member) => !rows.includes(`\`${member}\``));
  expect(missing).toEqual([]);
});

test('README.md fits on a few screens', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test('no line of a page about the mock is a wall of text', () => {
  const ofMock = [...read('docs/mock.md').matchAll(/\]\(([\w-]+\.md)\) \|$/gm)].map(
    ([, page]) => `docs/${page}`,
  );
  const own = ofMock.filter((page) => !/arrange|console|security|shared-worlds|webhooks/.test(page));
  expect(own.length).toBeGreaterThan(7);
  const long = ['docs/mock.md', ...own].flatMap((page) =>
    read(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .split('\n')
      .filter((line) => line.length > 500)
      .map((line) => `${page}: ${line.slice(0, 60)}`),
  );
  expect(long).toEqual([]);
});

// Returns the anchors of a page's headings.
const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every link in %s has an existing target', (page) => {
  const dead = [...read(page).matchAll(/\]\(([^)]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^https?:/.test(to))
    .filter((to) => {
      const [file = '', anchor] = to.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(read(target)).includes(anchor);
    });
  expect(dead).toEqual([]);
});

test('ARCHITECTURE.md names constants in the files that declare them', () => {
  const named = [...read('ARCHITECTURE.md').matchAll(/`([A-Z][A-Z_]+)` in `([^`]+)`/g)];
  expect(named.length).toBeGreaterThan(2);
  const wrong = named.filter(([, name, file = '']) => !new RegExp(`const ${name}\\b`).test(read(file)));
  expect(wrong.map(([text]) => text)).toEqual([]);
});
