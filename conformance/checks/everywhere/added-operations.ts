// Checks of the operations and constraints that an edited document adds: each operation takes the request that the document
// shows, and a replay with the same Idempotency-Key has one effect; each member is refused with a value that the document
// does not allow.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { writtenBody } from '../../../src/contract/written-body.ts';
import type { CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { check } from '../../define.ts';
import { equals, isAccepted } from '../../expectations.ts';
import { destructiveness } from '../../support/cross-tenant-attempts.ts';
import { deploymentDocument } from '../../support/deployment-document.ts';
import { customer, requireCreated } from '../../support/fixtures/customers-and-orders.ts';
import {
  addedCreation,
  callerOf,
  createAdded,
  customerFor,
  fixturesForKind,
  modeOfOperation,
  pathParams,
  resourceKindOf,
} from '../../support/fixtures/resources.ts';
import { idOf, isSuccess } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { invalidFieldChecks } from '../../support/request-bodies/invalid-fields.ts';
import { idempotencyHeader } from '../../support/request-bodies/request-bodies.ts';

const requirement = 'document/requests';

const creationBefore = ({ method, path }: Operation) =>
  method === 'DELETE'
    ? operations.find((op) => op.method === 'POST' && path.startsWith(`${op.path}/{`))
    : undefined;

/** Writes a body in the media type that the document describes: JSON, a form, or the text of a member. */
async function sentBody({ body }: Operation, value: unknown): Promise<SendOptions> {
  const media = body?.media && Object.keys(body.media).find((one) => body.media?.[one] === body.schema);
  if (media === undefined || value === undefined) return value === undefined ? {} : { body: value };
  const written = writtenBody(value, media);
  const sent = new Response(written as string);
  const type = typeof written === 'string' ? media : (sent.headers.get('content-type') ?? media);
  return { raw: new Uint8Array(await sent.arrayBuffer()), headers: { 'content-type': type } };
}

async function callAsDocumented(t: CheckContext, op: Operation): Promise<Exchange> {
  const creation = op.method === 'POST' ? addedCreation(op.path) : undefined;
  if (creation) return (await t.use(creation)).created;
  const params = await pathParams(t, op);
  const create = creationBefore(op);
  // What is deleted is a resource of its own, because other checks share the usual one.
  const last = /\{([^{}]+)\}$/.exec(op.path)?.[1];
  if (create && last && addedCreation(create.path))
    params[last] = requireCreated(t, await createAdded(t, create)).id;
  const who = callerOf(op);
  const shown = deploymentDocument?.documentedParameters(op);
  const body = validBody(t, op.id, await customerFor(t, op)).body;
  const options = { ...shown, params, ...(await sentBody(op, body)) };
  if (shown) options.headers = { ...shown.headers, ...options.headers };
  return (who === null ? t.anonymous : t.as(who)).send(op.id, options);
}

const optionsOf = (op: Operation) => {
  const kind = resourceKindOf(op);
  const who = callerOf(op);
  const own = addedCreation(op.path);
  return {
    area: op.area,
    mode: modeOfOperation(op),
    needs: who === null ? [] : [who],
    uses: [...(kind === undefined ? [] : fixturesForKind(kind)), ...(own ? [own] : [])],
  };
};

const checksOfAdded = (op: Operation) => {
  const creation = addedCreation(op.path);
  return [
    check(`document/${op.id}`, requirement, {
      must: `answer ${op.id} as its document says`,
      group: 'document/operations',
      ...optionsOf(op),
      async run(t: CheckContext) {
        const reply = await callAsDocumented(t, op);
        isAccepted(t, reply, 'the request that the document shows');
      },
    }),
    ...(op.idempotency !== null && op.method === 'POST' && creation
      ? [
          check(`document/${op.id}/replay`, requirement, {
            must: `collapse a replayed ${op.id} into one`,
            ...optionsOf(op),
            after: [`document/${op.id}`],
            async run(t: CheckContext) {
              const first = requireCreated(t, await t.use(creation));
              const replay = await t.as(callerOf(op) ?? 'tenantA').send(op.id, {
                params: first.created.request.params,
                body: first.body,
                headers: idempotencyHeader(first.key),
              });
              if (!isSuccess(replay))
                t.inconclusive('the replay was refused', { exchange: [replay, first.created] });
              equals(t, idOf(replay), first.id, 'the replay made another one', [replay, first.created]);
            },
          }),
        ]
      : []),
  ];
};

const invalidMemberChecks = (op: Operation) => {
  const rows = op.body?.media ? [] : (deploymentDocument?.invalidMembers(op) ?? []);
  if (rows.length === 0 || callerOf(op) === 'platformAdmin') return [];
  const creation = addedCreation(op.path);
  return invalidFieldChecks(
    {
      operation: op.id,
      what: op.id,
      area: op.area,
      mode: modeOfOperation(op) === 'full' ? 'full' : 'safe',
      uses: [...(op.isForeign ? [] : [customer]), ...optionsOf(op).uses],
      ...(creation ? { accepted: creation } : {}),
      after: [`document/${op.id}`],
      async call(t) {
        const { query, headers } = deploymentDocument?.documentedParameters(op) ?? {};
        const shown = { ...(query && { query }), ...(headers && { headers }) };
        return {
          ...shown,
          params: await pathParams(t, op),
          ...validBody(t, op.id, await customerFor(t, op)),
        };
      },
    },
    rows.map(({ path, value }, at) => [path, value, requirement, 'must', `document-${at}`]),
  );
};

export const addedOperations =
  deploymentDocument === null
    ? []
    : [
        ...operations
          .filter(deploymentDocument.isAddedOperation)
          .sort((a, b) => destructiveness(a) - destructiveness(b))
          .flatMap(checksOfAdded),
        ...operations.flatMap(invalidMemberChecks),
      ];
