// Puts the form of a deployment in front of the mock.
import { isObject } from '../contract/is-object.ts';
import { type OperationId, operation, operations } from '../contract/operations.ts';
import { Codec } from '../form/codec.ts';
import { familyOf, keepsRequest } from '../form/families.ts';
import type { Form } from '../form/form.ts';
import { type ListQuery, Lists } from '../form/lists.ts';
import { errorsOf, listAt, setErrors, valueAt } from './edits.ts';
import type { ClientRequest, Hooks } from './exchange.ts';

/** Returns the kind of resource that a path parameter of an operation names. */
function kindOfParameter(path: string, name: string): string {
  if (name === 'rid') return 'DnsRecord';
  if (name === 'mbx') return 'Mailbox';
  const prefix = path.slice(0, path.indexOf('}') + 1);
  const read = operations.find((one) => one.method === 'GET' && one.path === prefix);
  return familyOf(read?.responses[200]?.schema ?? '');
}

/** Maps every request and reply to and from the form of a deployment. */
export function applyForm(p: Hooks, form: Form): void {
  const replies = new Codec(form);
  const requests = new Codec(form, replies);
  const lists = new Lists(replies);
  const { ids } = replies;
  const queries = new WeakMap<ClientRequest, ListQuery>();
  const byTenant = form.ids === 'numeric per tenant' || form.lists.next === 'last id';

  p.target((file) => {
    const bodies = Object.entries(isObject(file.bodies) ? file.bodies : {});
    file.bodies = Object.fromEntries(
      bodies.map(([id, body]) => [
        id,
        requests.show(operation(id as OperationId).body?.schema ?? '', body, keepsRequest(id as OperationId)),
      ]),
    );
    file.learned = form;
  });

  p.request('everything', async (change, request) => {
    if (request.operation === null) return;
    const called = operation(request.operation);
    const { id, path, body } = called;
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
    const list = lists.read(called, request.query, tenant);
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
    const keep = keepsStatedNames(id, form);
    const item = (own: unknown): unknown => asItem(replies, row, replies.show(row, own, keep));
    if (row === schema)
      reply.json = keep ? replies.show(row, reply.json, keep) : inEnvelope(form, row, item(reply.json));
    else {
      const shown = lists.show(row, request.path, reply.json, listAt(reply.json, 'data').map(item), list);
      reply.json = shown.json;
      Object.assign(reply.headers, shown.headers);
    }
  });
}

const keepsStatedNames = (id: OperationId, { keepsStated }: Form): boolean =>
  // Of a hosting account only the request is shown.
  operation(id).stated.success ||
  (keepsStated.orders && ['getOrder', 'listOrders', 'cancelOrder'].includes(id)) ||
  (keepsStated.sessions && ['refreshSession', 'verifyTwoFactor'].includes(id));

function asItem({ form, membersOf }: Codec, schema: string, shown: unknown): unknown {
  if (form.objects !== 'jsonapi' || !isObject(shown)) return shown;
  const family = familyOf(schema);
  const [own = 'id'] = [membersOf(family).id].flat() as string[];
  // A kind whose stated names are kept has `id` under this name.
  const { [own in shown ? own : 'id']: id, ...attributes } = shown;
  return { type: form.kinds[family]?.type, ...(id === undefined ? {} : { id }), attributes };
}

function inEnvelope({ kinds, objects }: Form, schema: string, item: unknown): unknown {
  const { envelope = [] } = kinds[familyOf(schema)] ?? {};
  const inside = envelope.reduceRight<unknown>((inner, name) => ({ [name]: inner }), item);
  return objects === 'jsend' && isObject(inside) ? { status: 'success', ...inside } : inside;
}

/** Names the fields of a refusal, and the member with the challenge of a log-in, as the deployment does. */
function renameErrors(json: unknown, { membersOf, values }: Codec, nameOf: (field: string) => string): void {
  const fields = Object.entries(errorsOf(json));
  const renamed: Record<string, unknown[]> = {};
  for (const [field, messages] of fields) {
    const name = nameOf(field);
    // A message names the field as the deployment does, too.
    const told = [messages].flat().map((text) => values.withWords(String(text).replaceAll(field, name)));
    renamed[name] = [...new Set([...(renamed[name] ?? []), ...told])];
  }
  if (fields.length > 0) setErrors(json, renamed);
  const error = valueAt(json, 'error');
  if (!isObject(error) || error.challenge_token === undefined) return;
  const { challenge_token } = error;
  delete error.challenge_token;
  const [name = 'challenge_token'] = [membersOf('TwoFactorVerifyRequest').challenge_token].flat() as string[];
  error[name] = challenge_token;
}
