// Every page of the view Reference, in Chromium.
import { expect } from 'vitest';
import { openConsole, startMock, story } from './testing/open-console.ts';

type Item = Record<string, { operationId?: string; summary: string }>;

story('every operation, event and schema has a page', async () => {
  const mock = await startMock({ limits: 'off' });
  const page = await openConsole(mock, '#/reference');
  await page.getByRole('heading', { name: 'Hosting Platform API' }).waitFor();
  const { paths, webhooks, components } = (await (await fetch(`${mock.origin}/v1/openapi.json`)).json()) as {
    paths: Record<string, Item>;
    webhooks: Record<string, Item>;
    components: { schemas: object };
  };
  const operations = [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => operationId !== undefined);
  const pages = [
    ...operations.map(({ operationId, summary }) => [`x/${operationId}`, summary] as const),
    ...Object.keys(components.schemas).map((name) => [`schemas/${name}`, name] as const),
  ];
  expect(pages.length).toBeGreaterThan(93 + 100);
  for (const [path, title] of pages) {
    await page.evaluate(`location.hash = '#/reference/${path}'`);
    await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  }
});
