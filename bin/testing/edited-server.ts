// A mock in this process that serves an edited document or that of the package, and the suite that judges it by an
// edited document. Both have modules of their own, as in two processes.
import { vi } from 'vitest';
import { HEAVY_CELLS } from '../../conformance/testing/heavy-cells.ts';
import { document } from '../../src/contract/document.ts';
import type { OpenApiDocument } from '../../src/contract/openapi.ts';
import type { SelfTarget } from '../../src/suite/cli/run-and-report.ts';
import type { ConformOptions, Report } from '../../src/suite/run/conform.ts';

/** Returns the package's document with changes. */
export function editedDocument(edit: (document: OpenApiDocument) => void): OpenApiDocument {
  const edited = structuredClone(document());
  edit(edited);
  return edited;
}

const loadMock = loadedOnce(async (served) => {
  const { reloadDocument } = await import('../../src/contract/edited-document/reload-document.ts');
  if (served !== undefined) reloadDocument(structuredClone(served));
  return import('../mock-target.ts');
});

const loadSuite = loadedOnce(async (judged) => {
  const { reloadDocument } = await import('../../src/contract/edited-document/reload-document.ts');
  const { deploymentDocument } = await import('../../src/contract/edited-document/deployment-document.ts');
  if (judged !== undefined) reloadDocument(structuredClone(judged), deploymentDocument);
  const { catalogue } = await import('../../conformance/index.ts');
  return { catalogue, ...(await import('../../src/suite/run/conform.ts')) };
});

function loadedOnce<T>(load: (document?: OpenApiDocument) => Promise<T>) {
  const loaded = new Map<OpenApiDocument | undefined, Promise<T>>();
  return (document?: OpenApiDocument): Promise<T> => {
    const known = loaded.get(document);
    if (known) return known;
    vi.resetModules();
    const modules = load(document);
    loaded.set(document, modules);
    return modules;
  };
}

/** Creates a mock that serves a document; that of the package when it is left out. */
export async function mockOf(served?: OpenApiDocument): Promise<SelfTarget> {
  return (await loadMock(served)).selfTarget();
}

/** Runs the suite against a target and judges it by a document. */
export async function judgeBy(
  judged: OpenApiDocument,
  { config, fetch, clock }: SelfTarget,
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  const { catalogue, conform } = await loadSuite(judged);
  return conform({
    catalogue,
    target: config,
    fetch,
    clock,
    seed: 7,
    runId: 'hc-edited',
    skip: HEAVY_CELLS,
    mode: 'full',
    ...options,
  });
}
