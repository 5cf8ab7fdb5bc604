// Puts the names and forms of a deployment in front of the mock.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { errorsOf, listAt, setErrors, valueAt } from '../edits.ts';
import type { ClientRequest, Hooks } from '../exchange.ts';
import { BODIES } from './bodies.ts';
import { Codec } from './codec.ts';
import { familyOf, keepsReply, keepsRequest, kindOfParameter } from './families.ts';
import type { Features } from './features.ts';
import { Ids } from './ids.ts';
import { type GivenLists, type ListQuery, Lists } from './lists.ts';
import type { GivenPlaces } from './naming.ts';
import type { GivenWords } from './values.ts';

/** The names of one deployment that no feature makes, as a run of the suite has learned them. */
export type GivenNames = {
  readonly replies: GivenPlaces;
  readonly requests: GivenPlaces;
  readonly states: GivenWords;
  readonly lists: GivenLists;
  /** family of schemas → members that no reply shows */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** family of schemas → the member that a single resource stands in */
  readonly envelopes: Readonly<Record<string, string>>;
};

/** The features that request bodies have where they keep the names of the contract. */
const CONTRACT_NAMES = {
  casing: 'snake',
  words: 'own',
  references: 'flat',
  nesting: 'none',
  joined: 'none',
  split: 'none',
  addresses: 'object',
  money: 'number',
  stateName: 'status',
} as const;

/**
 * Maps every request and reply to and from the names and forms of a deployment.
 * @param given names that go before those that the features make
 */
export function mapNames(p: Hooks, features: Features, seed: number, given?: GivenNames): void {
  const ids = new Ids(features.idForm);
  const replies = new Codec(features, seed, ids, { ...given, places: given?.replies });
  const ofRequests = {
    ...features,
    ...(features.references === 'objects in replies' && { references: 'flat' as const }),
    ...(features.requestNames === 'contract' && CONTRACT_NAMES),
  };
  const requests = new Codec(ofRequests, seed, ids, { states: given?.states, places: given?.requests });
  const lists = new Lists(replies, given?.lists);
  const queries = new WeakMap<ClientRequest, ListQuery>();
  const byTenant = features.idForm === 'numeric per tenant' || features.pages === 'last id';

  p.target((file) => {
    const inner: JsonObject = isObject(file.bodies) ? file.bodies : {};
    file.bodies = Object.fromEntries(
      Object.entries(BODIES).map(([id, body]) => {
        const shown = requests.show(operation(id as OperationId).body?.schema ?? '', body, false);
        return [id, Object.assign({ $replace: true }, shown, inner[id])];
      }),
    );
  });

  p.request('everything', async (change, request) => {
    if (request.operation === null) return;
    const { id, path, query, body } = operation(request.operation);
    const tenant = byTenant ? await p.tenantOf(request) : '';
    ids.tenant = tenant;
    const template = path.split('/');
    const segments = change.path.split('/');
    for (const [name, shown] of Object.entries(request.params)) {
      const read = String(ids.read(shown, kindOfParameter(path, name)));
      const at = template.indexOf(`{${name}}`) - template.length + segments.length;
      if (read !== shown) segments[at] = read;
    }
    change.path = segments.join('/');
    const list = lists.read(query, request.query, tenant);
    change.query = list.query;
    queries.set(request, list);
    if (body) change.json = requests.read(body.schema, change.json, keepsRequest(id));
  });

  p.reply('everything', (reply, request) => {
    const list = queries.get(request);
    if (!list || request.operation === null || reply.raw !== null) return;
    ids.tenant = list.tenant;
    const { id, responses, success, query, body } = operation(request.operation);
    if (reply.status >= 400) {
      renameErrors(reply.json, replies, (field) =>
        query.some(({ name }) => name === field)
          ? lists.parameter(field)
          : requests.fieldName(body?.schema ?? '', keepsRequest(id), field),
      );
      return;
    }
    // A lawful variation may answer with another success than the contract's, and with something else than an object.
    const schema = (responses[reply.status] ?? responses[success])?.schema;
    if (!schema || !isObject(reply.json)) return;
    const row = schema.replace(/Page$/, '');
    const keep = keepsStatedNames(id, features);
    const item = (own: unknown): unknown => asItem(replies, row, replies.show(row, own, keep));
    if (row === schema)
      reply.json = keep
        ? replies.show(row, reply.json, keep)
        : inEnvelope(replies, row, item(reply.json), given?.envelopes);
    else {
      const shown = lists.show(row, request.path, reply.json, listAt(reply.json, 'data').map(item), list);
      reply.json = shown.json;
      Object.assign(reply.headers, shown.headers);
    }
  });
}

const keepsStatedNames = (id: OperationId, { orderDetails, sessions }: Features): boolean =>
  keepsReply(id) ||
  (orderDetails === 'stated' && ['getOrder', 'listOrders', 'cancelOrder'].includes(id)) ||
  (sessions === 'stated' && ['refreshSession', 'verifyTwoFactor'].includes(id));

/** Puts the members of a resource into the form of JSON:API, where the deployment uses it. */
function asItem({ features, naming }: Codec, schema: string, shown: unknown): unknown {
  if (features.objects !== 'jsonapi' || !isObject(shown)) return shown;
  const { [naming.written('id')]: id, ...attributes } = shown;
  return { type: naming.resource(familyOf(schema), true), ...(id === undefined ? {} : { id }), attributes };
}

/** Puts a single resource into the object that the deployment sends. */
function inEnvelope(
  { features: { objects }, naming }: Codec,
  schema: string,
  item: unknown,
  given: GivenNames['envelopes'] = {},
): unknown {
  const envelope = given[familyOf(schema)];
  if (envelope !== undefined) return { [envelope]: item };
  if (objects === 'bare') return item;
  if (objects === 'jsonapi') return { data: item };
  if (objects === 'jsend') return { status: 'success', data: item };
  return { [objects === 'resource' ? naming.resource(familyOf(schema)) : naming.word(objects)]: item };
}

/** Names the fields of a refusal, and the member with the challenge of a log-in, as the deployment does. */
function renameErrors(
  json: unknown,
  { naming, features, values }: Codec,
  nameOf: (field: string) => string,
): void {
  const fields = Object.entries(errorsOf(json));
  const renamed: Record<string, unknown[]> = {};
  for (const [field, messages] of fields) {
    const name = nameOf(field);
    // A message names the field as the deployment does, too.
    const told = [messages]
      .flat()
      .map((text) =>
        features.words === 'random' ? values.withWords(String(text).replaceAll(field, name)) : text,
      );
    renamed[name] = [...new Set([...(renamed[name] ?? []), ...told])];
  }
  if (fields.length > 0) setErrors(json, renamed);
  const error = valueAt(json, 'error');
  if (!isObject(error) || error.challenge_token === undefined) return;
  const { challenge_token } = error;
  delete error.challenge_token;
  const [name = ''] = naming.placeOf('TwoFactorVerifyRequest', 'challenge_token');
  error[name] = challenge_token;
}
