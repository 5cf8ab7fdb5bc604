// Tries what an edited document permits in requests and that of the package does not, with the example requests of the
// package in a demo world, because only the handlers know which further values they can serve.
import { hostingMock } from '../../mocks/index.ts';
import { packageDocument, replaceDocument } from '../../src/contract/document.ts';
import { keyed, partAt } from '../../src/contract/edited-document/changes.ts';
import {
  type Difference,
  documentDifferences,
  type Trial,
} from '../../src/contract/edited-document/differences.ts';
import { reloadDocument } from '../../src/contract/edited-document/reload-document.ts';
import {
  type DocumentedRequest,
  documentedRequests,
  sendExample,
} from '../../src/contract/example-values/documented-requests.ts';
import { withKnownValues } from '../../src/contract/extensible.ts';
import { pointerSegment, segmentName, withValueAt } from '../../src/contract/json/pointer.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
  type RequestBodyObject,
  resolveRef,
  schemaName,
} from '../../src/contract/openapi.ts';
import { createApp } from '../../src/server/app.ts';
import { loadGenerator } from '../../src/server/generated-reply/generator.ts';

type TransitionTrial = Extract<Trial, { operation: string }>;

/**
 * Lists the differences of an edited document from that of the package, after requests have told which further values
 * the handlers can serve.
 * @throws Error saying why the mock cannot serve the document
 */
export async function assessDocument(written: OpenApiDocument): Promise<Difference[]> {
  const edited = withKnownValues(written);
  const differences = documentDifferences(packageDocument(), edited);
  if (!differences.some(({ trial }) => trial !== null)) return differences;
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', fault: () => undefined });
  const { undo } = reloadDocument(edited);
  try {
    app.followContract();
    await loadGenerator();
    const assessed: Difference[] = [];
    for (const difference of differences) {
      const why = difference.trial && (await refusalOf(difference.trial));
      assessed.push(why === null ? difference : { ...difference, group: 'not possible', note: why });
    }
    return assessed;
  } finally {
    undo();
    await app.close();
  }

  /** Sends the requests of a trial, and returns why one fails; null when each is served. */
  async function refusalOf(trial: Trial): Promise<string | null> {
    if ('operation' in trial) return dependentOf(trial);
    const requests = requestsOf(edited, trial);
    if (requests.length === 0) return 'no example request has a place for it, so it could not be tried';
    for (const { request, field } of requests) {
      const reply = await send(request);
      if (reply.status < 400) continue;
      const text = await reply.text();
      if (reply.status >= 500) return `the handler of ${request.operation} fails at it`;
      if (reply.status === 422 && text.includes(`"${field}"`))
        return `the handler of ${request.operation} refuses it`;
    }
    return null;
  }

  /** Returns why a transition cannot go: another operation whose example request is refused without it alone. */
  async function dependentOf({ operation, transition }: TransitionTrial): Promise<string | null> {
    const single = structuredClone(packageDocument());
    const machine = partAt(single, transition.slice(0, -1)) as JsonSchema['x-state-machine'] & object;
    machine.splice(
      0,
      machine.length,
      ...machine.filter(({ from, on }) => `${from} ${on}` !== transition.at(-1)),
    );
    replaceDocument(single);
    try {
      for (const request of documentedRequests(packageDocument())) {
        if (request.operation === operation || request.refusedWith !== null) continue;
        const { status } = await send(request);
        if (status === 422 || status >= 500) return `${request.operation} needs this transition`;
      }
      return null;
    } finally {
      replaceDocument(edited, written);
    }
  }

  /** Sends a request as its persona, and takes its effect back. */
  async function send(request: DocumentedRequest): Promise<Response> {
    const token = request.persona === null ? null : (app.personas[request.persona]?.token ?? null);
    const reply = await sendExample((url, init) => app.fetch(new Request(url, init)), request, token);
    app.reset();
    return reply;
  }
}

/** A request of a trial, and the dotted path of the field that differs from the example. */
type TrialRequest = { request: DocumentedRequest; field: string };

/** Builds the requests of a trial from the example requests whose body or query has a value of the schema. */
function requestsOf(
  edited: OpenApiDocument,
  { schema, sent }: Extract<Trial, { schema: unknown }>,
): TrialRequest[] {
  const operations = new Map(operationsOf(edited).map((one) => [one.id, one]));
  return documentedRequests(packageDocument()).flatMap((example): TrialRequest[] => {
    const operation = operations.get(example.operation);
    if (operation === undefined || example.refusedWith !== null) return [];
    const { requestBody } = operation.operation;
    const body =
      requestBody && resolveRef<RequestBodyObject>(edited, requestBody).content['application/json']?.schema;
    const member = 'without' in sent ? `/${pointerSegment(sent.without)}` : '';
    const value = 'value' in sent ? sent.value : undefined;
    const inBody = body ? placesOf(edited, body, schema) : [];
    const ofBody = inBody.map((place) => {
      const pointer = place + member;
      const request = { ...example, body: withValueAt(example.body, pointer, value) };
      return { request, field: pointer.slice(1).split('/').map(segmentName).join('.') };
    });
    const ofQuery = operation.parameters.flatMap((parameter) => {
      const isIt =
        parameter.in === 'query' &&
        parameter.schema &&
        placesOf(edited, parameter.schema, schema).includes('');
      if (!isIt || value === undefined) return [];
      return [
        {
          request: { ...example, query: { ...example.query, [parameter.name]: String(value) } },
          field: parameter.name,
        },
      ];
    });
    return [...ofBody, ...ofQuery];
  });
}

/** Lists the places in a value, as JSON pointers, at which a schema of the document applies. */
function placesOf(document: OpenApiDocument, root: JsonSchema, target: readonly string[]): string[] {
  const wanted = target.join('\n');
  const visit = (
    schema: JsonSchema,
    path: readonly string[],
    pointer: string,
    open: readonly string[],
  ): string[] => {
    const found = path.join('\n') === wanted ? [pointer] : [];
    const name = schemaName(schema);
    const component = name === null || open.includes(name) ? undefined : document.components.schemas[name];
    if (name !== null && component)
      found.push(...visit(component, ['components', 'schemas', name], pointer, [...open, name]));
    for (const [member, inner] of Object.entries(schema.properties ?? {}))
      found.push(
        ...visit(inner, [...path, 'properties', member], `${pointer}/${pointerSegment(member)}`, open),
      );
    if (schema.items) found.push(...visit(schema.items, [...path, 'items'], `${pointer}/0`, open));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
      for (const [key, form] of keyed(schema[keyword] ?? []))
        found.push(...visit(form as JsonSchema, [...path, keyword, key], pointer, open));
    return found;
  };
  return visit(root, [], '', []);
}
