// Tests of what a TypeScript editor says about code that uses the public entries: errors, and the text under the
// cursor.
import { beforeAll, expect, test } from 'vitest';
import { createMock } from './index.ts';
import { type Editor, openEditor } from './testing/editor.ts';

let editor: Editor;
beforeAll(() => {
  editor = openEditor();
}, 60_000);

test('every persona that a world has is a name for client() and signIn(), and another name is an error', async () => {
  const names = new Set<string>();
  for (const world of ['demo', 'empty', 'edge']) {
    await using mock = await createMock({ world, clock: 'frozen' });
    for (const name of Object.keys(mock.personas)) names.add(name);
  }
  expect(names.size).toBeGreaterThan(20);
  const calls = [...names].map(
    (name) => `client('${name}'); signIn('${name}'); personas.${name}.tenantId.length;`,
  );
  const source = (lines: readonly string[]): string => `
import type { MockFixtures } from '../vitest.ts';
import type { PlaywrightFixtures } from '../playwright.ts';
declare const client: MockFixtures['client'];
declare const personas: MockFixtures['personas'];
declare const signIn: PlaywrightFixtures['signIn'];
${lines.join('\n')}
personas.owner.apiKey.length; personas.admin.token.length; personas.twoFactor.totpSecret.length; personas.readOnly.lacks.length;
`;
  expect(editor.problems(source(calls))).toEqual([]);
  expect(
    editor.problems(source(["client('ownr');", "signIn('viewers');", 'personas.admin.apiKey.length;'])),
  ).toEqual([
    expect.stringContaining('\'"ownr"\' is not assignable'),
    expect.stringContaining('\'"viewers"\' is not assignable'),
    expect.stringContaining("possibly 'undefined'"),
  ]);
}, 60_000);
