// A generated deployment: puts the mapping of a seed in front of the mock, and compares every reply with the mock's.
import { variants } from '../../conformance/defects/index.ts';
import type {
  ClientRequest,
  Injector,
  LawfulVariant,
  ResponseEdit,
} from '../../conformance/defects/mutant.ts';
import { isObject } from '../../src/contract/is-object.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { Codec } from './codec.ts';
import { keepsReply } from './families.ts';
import type { Features } from './features.ts';
import { Ids } from './ids.ts';
import { Lists } from './lists.ts';
import { Naming } from './naming.ts';
import {
  ACTIONS,
  addExtras,
  asItem,
  fromEnvelope,
  fromItem,
  inEnvelope,
  showRefusal,
  withoutExtras,
  withoutNulls,
} from './replies.ts';
import { type ReadRequest, Requests, sorted } from './requests.ts';
import { joinNames } from './rules.ts';
import { type Description, describedTarget } from './target.ts';
import { Values } from './values.ts';

type JsonObject = Record<string, unknown>;

/** Returns the injection that turns the mock into the deployment of a seed. */
export function deploymentOf(
  features: Features,
  seed: number,
  description: Description,
): (p: Injector) => void {
  return (p) => {
    const codec = new Codec(
      features,
      new Naming(features, seed),
      new Values(features),
      new Ids(features.idForm),
    );
    const lists = new Lists(codec);
    const requests = new Requests(codec, lists);
    const states = new WeakMap<ClientRequest, ReadRequest>();
    p.option('seed', 1 + (seed % 5));
    p.option('errorShape', features.errors);
    p.option('limits', features.limits);
    p.target((file) => describedTarget(file, codec, description));
    p.request('everything', (change, request) => {
      const state = requests.read(change, request);
      if (state) states.set(request, state);
      return undefined;
    });
    behaviourOf(features.behaviour)?.inject(p);
    p.reply('everything', (reply, request) => {
      const state = states.get(request);
      if (state && reply.raw === null) showReply(codec, lists, reply, request, state);
    });
  };
}

/**
 * Returns the lawful variant that a deployment also is. It changes requests after, and replies before, the deployment
 * renames them.
 */
function behaviourOf(name: Features['behaviour']): LawfulVariant | undefined {
  if (name === 'own') return undefined;
  const found = variants.find(({ id }) => id === `variant/${name}`);
  if (!found) throw new Error(`There is no lawful variant variant/${name}.`);
  return found;
}

function showReply(
  codec: Codec,
  lists: Lists,
  reply: ResponseEdit,
  request: ClientRequest,
  state: ReadRequest,
): void {
  const { features } = codec;
  const { operation } = state;
  if (reply.status >= 400) {
    Object.assign(reply, showRefusal(codec, state, reply.status, reply.json));
    return;
  }
  if (state.poisoned !== null)
    throw new Error(`The mock accepted a request for ${operation.id} that had to fail.`);
  // A lawful variant may answer with another success than the contract's, with the same body.
  const schema =
    operation.responses[reply.status]?.schema ??
    (reply.json === undefined ? undefined : operation.responses[operation.success]?.schema);
  if (!schema) return;
  if (schema.endsWith('Page')) {
    showPage(codec, lists, reply, request, state, schema.replace(/Page$/, ''));
    return;
  }
  const own = reply.json;
  const keep = keepsStatedNames(operation, features);
  reply.json = show(codec, schema, own, keep);
  compare(operation, own, () => read(codec, schema, reply.json, keep));
  if (reply.status === 201 && operation.id !== 'createOrder' && features.created === '200')
    reply.status = 200;
  if (operation.method === 'DELETE') empty(reply, features.deletes, codec);
  else if (ACTIONS.includes(operation.id)) empty(reply, features.actions, codec);
}

const keepsStatedNames = ({ id }: Operation, { orderDetails, sessions }: Features): boolean =>
  keepsReply(id) ||
  (orderDetails === 'stated' && ['getOrder', 'listOrders', 'cancelOrder'].includes(id)) ||
  (sessions === 'stated' && ['refreshSession', 'verifyTwoFactor'].includes(id));

function showPage(
  codec: Codec,
  lists: Lists,
  reply: ResponseEdit,
  request: ClientRequest,
  { operation, list }: ReadRequest,
  schema: string,
): void {
  const page: JsonObject = isObject(reply.json) ? reply.json : {};
  const own = Array.isArray(page.data) ? page.data : [];
  const keep = keepsStatedNames(operation, codec.features);
  const family = codec.family(schema);
  const rows = own.map((row) => asItem(codec, family, members(codec, schema, row, keep)));
  const shown = lists.show(operation, request.path, page, rows, list);
  reply.json = shown.json;
  Object.assign(reply.headers, shown.headers);
  compare(operation, own, () =>
    lists.rowsIn(reply.json).map((row) => withoutNames(codec, schema, fromItem(codec, row), keep)),
  );
}

function members(codec: Codec, schema: string, own: unknown, keep: boolean): JsonObject {
  const shown = codec.show(schema, own, keep);
  const visible = codec.features.nulls === 'omitted' ? withoutNulls(shown) : shown;
  return addExtras(codec, codec.family(schema), isObject(visible) ? visible : {});
}

/** Shows a single resource. What the specification shows stands in no envelope. */
function show(codec: Codec, schema: string, own: unknown, keep: boolean): JsonObject {
  const shown = members(codec, schema, own, keep);
  if (keep) return shown;
  const family = codec.family(schema);
  return inEnvelope(codec, family, asItem(codec, family, shown));
}

function read(codec: Codec, schema: string, json: unknown, keep: boolean): unknown {
  if (keep) return withoutNames(codec, schema, isObject(json) ? json : {}, keep);
  const item = fromEnvelope(codec, codec.family(schema), json);
  return withoutNames(codec, schema, fromItem(codec, item), keep);
}

/** Reads a resource back into the contract's form. */
function withoutNames(codec: Codec, schema: string, shown: JsonObject, keep: boolean): unknown {
  return codec.readReply(schema, withoutExtras(codec, codec.family(schema), shown), keep);
}

/** Compares a reply with the mock's own, value by value. Members that are null count as missing. */
function compare({ id }: Operation, own: unknown, readBack: () => unknown): void {
  const before = JSON.stringify(sorted(normal(own)));
  const after = JSON.stringify(sorted(normal(readBack())));
  if (before !== after)
    throw new Error(`The generator changed the reply of ${id}: ${before} became ${after}.`);
}

/** Returns a value without nulls, and with first and last name joined: a deployment may have one member for both. */
const normal = (value: unknown): unknown => withoutNulls(joined(value));

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(joined);
  if (!isObject(value)) return value;
  const { first_name, last_name, ...rest } = value;
  const whole = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, joined(inner)]));
  const named = first_name !== undefined || last_name !== undefined;
  return named ? { ...whole, full_name: joinNames(first_name, last_name) } : whole;
}

function empty(reply: ResponseEdit, form: Features['deletes'] | Features['actions'], codec: Codec): void {
  if (form === 'object') return;
  if (form === 'empty object') reply.json = {};
  else if (form === 'message') reply.json = { [codec.naming.written('message')]: 'Done.' };
  else {
    reply.json = undefined;
    reply.raw = '';
    delete reply.headers['Content-Type'];
  }
}
