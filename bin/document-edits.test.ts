// Tests that no edit of the document passes in silence: the mock follows it, fills it in, or says what is not possible;
// and that the suite, which judges by the edited document, agrees with the mock that serves it.
import { expect, test } from 'vitest';
import { accusedIds } from '../conformance/testing/degraded-server.ts';
import { LEFT_OUT } from '../conformance/testing/heavy-cells.ts';
import { hostingMock } from '../mocks/index.ts';
import { packageDocument } from '../src/contract/document.ts';
import { type Difference, documentDifferences } from '../src/contract/edited-document/differences.ts';
import { errorCodeProblems } from '../src/contract/edited-document/error-code-problems.ts';
import { assertConsistent, reloadDocument } from '../src/contract/edited-document/reload-document.ts';
import { isObject } from '../src/contract/is-object.ts';
import { valueAtPointer } from '../src/contract/json/pointer.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { buildOperationIndex } from '../src/contract/operation-index.ts';
import type { Operation } from '../src/contract/operations.ts';
import { policies, policiesOf, rateLimitsOf, stateMachinesOf } from '../src/contract/policies.ts';
import { schemasOf } from '../src/contract/schema-sets.ts';
import { documentedRequests, sendExample } from '../src/contract/testing/documented-requests.ts';
import { createApp } from '../src/server/app.ts';
import { loadGenerator } from '../src/server/generated-reply/generator.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { type DocumentEdit, documentEdits } from './testing/document-edits.ts';
import { judgeBy, mockOf } from './testing/edited-server.ts';

const edits = documentEdits(packageDocument());

function edited({ apply }: DocumentEdit): OpenApiDocument {
  const copy = structuredClone(packageDocument());
  apply(copy);
  return copy;
}

// What the mock reads of a document, as text.
const viewsOf = (document: OpenApiDocument): string =>
  JSON.stringify([
    buildOperationIndex(document),
    stateMachinesOf(document),
    rateLimitsOf(document),
    policiesOf(document, policies()),
    document['x-error-codes'],
    schemasOf(document, 'full'),
  ]);

const packagedViews = viewsOf(packageDocument());

type Outcome = 'follows' | 'filled in' | 'not possible' | 'refused at load' | 'silent';

// Returns what happens to an edit when it is loaded. An edit is silent when nothing is said, or nothing follows.
function outcomeOf(edit: DocumentEdit): Outcome {
  const document = edited(edit);
  const rows = buildOperationIndex(document);
  try {
    assertConsistent(document, rows, {});
    if (errorCodeProblems(document, rows as Operation[]).length > 0) return 'refused at load';
  } catch {
    return 'refused at load';
  }
  const differences = documentDifferences(packageDocument(), document);
  const has = (group: Difference['group']): boolean =>
    differences.some((one) => one.group === group && one.note !== 'for readers');
  if (has('not possible')) return 'not possible';
  if (has('filled in')) return 'filled in';
  return has('follows') && viewsOf(document) !== packagedViews ? 'follows' : 'silent';
}

const rows = Object.groupBy(sampled(edits, 12), ({ kind }) => kind);

test.each(Object.entries(rows))('the mock is silent about no edit of the document: %s', (_, own = []) => {
  expect(own.filter((edit) => outcomeOf(edit) === 'silent').map(({ place }) => place)).toEqual([]);
});

// Sends every example request as its persona, and returns what is answered.
async function transcriptOf(document: OpenApiDocument | null): Promise<string> {
  const app = createApp(hostingMock, { clock: 'frozen' });
  const reloaded = document && reloadDocument(document);
  try {
    app.followContract();
    await loadGenerator();
    const lines: string[] = [];
    for (const request of documentedRequests(packageDocument())) {
      const token = request.persona === null ? null : (app.personas[request.persona]?.token ?? null);
      const send = (url: URL, init: RequestInit) => app.fetch(new Request(url, init));
      const reply = await sendExample(send, { ...request, query: {} }, token);
      lines.push(`${reply.status} ${JSON.stringify([...reply.headers])} ${await reply.text()}`);
      app.reset();
    }
    return lines.join('\n');
  } finally {
    reloaded?.undo();
    await app.close();
  }
}

/** The edits whose effect the example requests show: an owner of the tier `pro` sends most of them, without a query. */
const shown = edits.filter(
  ({ kind, place }) =>
    /^(rate limit|operation|parameter)$/.test(kind) &&
    // Their examples are refused, or need no credential.
    !/auth|verifyTwoFactor/.test(place) &&
    /x-roles: \[(?!.*"(?:owner|platform_admin)")|A\/tiers\/pro|: answers |: moved$|header (?:of the reply )?added$|(?:get|post|put|delete): removed$|PerPage.*default: \d/.test(
      place,
    ),
);

test('the mock answers otherwise by an edit that it follows', async () => {
  const before = await transcriptOf(null);
  const unchanged: string[] = [];
  for (const edit of sampled(shown, 1).slice(0, 150)) {
    if (outcomeOf(edit) === 'refused at load') continue;
    if ((await transcriptOf(edited(edit))) === before) unchanged.push(edit.place);
  }
  expect(unchanged).toEqual([]);
});

/**
 * The edits by which the suite may judge: not those that rename or remove a member that the specification states, because its
 * sentences hold whatever an owner writes.
 */
const servable = edits.filter(({ kind, place }) => {
  const [pointer = ''] = place.split(': ');
  const member = valueAtPointer(packageDocument(), pointer.slice(1));
  const isStated = isObject(member) && member['x-stated'] === true;
  return kind !== 'refusal' && !(isStated && /: (?:renamed|removed)$/.test(place));
});
const only = whole ? [] : ['document/', 'customers/', 'orders/', 'limits/', 'lists/', 'values/'];
if (whole)
  test.each(
    sampled(servable, 1)
      .filter((_, at, all) => at % Math.ceil(all.length / 60) === 0)
      .map((edit) => [edit.place, edit] as const),
  )('the suite accuses no mock that serves the document by which it judges: %s', async (_, edit) => {
    if (!['follows', 'filled in'].includes(outcomeOf(edit))) return;
    const document = edited(edit);
    expect(accusedIds(await judgeBy(document, await mockOf(document), { only, skip: LEFT_OUT }))).toEqual([]);
  });
