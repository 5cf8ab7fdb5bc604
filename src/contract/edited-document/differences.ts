// Lists how an edited document differs from that of the package, and what the mock makes of each difference.
import { isObject } from '../is-object.ts';
import { pointerSegment } from '../json/pointer.ts';
import {
  type JsonSchema,
  METHODS,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  resolveRef,
} from '../openapi.ts';
import { buildOperationIndex } from '../operation-index.ts';
import { type Change, changesOf, partAt } from './changes.ts';
import { operationDelta, SchemaDelta } from './delta.ts';
import { METHOD_NAMES } from './deployment-document.ts';

/** What the mock makes of a difference: its handlers follow it, it fills in what they do not know, or it cannot. */
export type DifferenceGroup = 'follows' | 'filled in' | 'not possible';

/** One difference between two documents. */
export type Difference = {
  group: DifferenceGroup;
  /** where it is, a JSON pointer into the document that has it */
  place: string;
  /** what changed: `600 → 300`, `added`, `removed` */
  change: string;
  /** what the mock does about it, or why it can do nothing; null where the change says it all */
  note: string | null;
};

type Verdict = Pick<Difference, 'group' | 'note'>;

const follows = (note: string | null = null): Verdict => ({ group: 'follows', note });
const filledIn = (note: string): Verdict => ({ group: 'filled in', note });
const notPossible = (note: string): Verdict => ({ group: 'not possible', note });
const FOR_READERS = follows('for readers');
/** What the document permits in requests beyond the package's; only the handler knows whether it can serve it. */
const WIDENED = follows('a handler that cannot serve it answers 500, and says why');

/** Members of a document that only its readers use: texts, examples, links, marks of provenance. */
const READERS_MEMBER =
  /^(?:summary|description|title|examples?|externalDocs|links|deprecated|tags|(?:read|write)Only|content(?:MediaType|Encoding)|discriminator|nullable|xml|\$(?:comment|schema|anchor)|x-(?!state-machine$|extensible$|rate-class$|roles$|idempotency$|session-only$|error-codes$).*)$/;
/** Parts of the root that only readers use. */
const READERS_PART =
  /^(?:info|servers|tags|externalDocs|x-(?!scopes$|rate-limits$|policies$|error-codes$).*)$/;

/** Where a component is used: in requests or replies of operations that have a handler, or in deliveries of webhooks. */
type Use = 'request' | 'reply' | 'delivery';

type Context = {
  packaged: OpenApiDocument;
  edited: OpenApiDocument;
  uses: ReadonlyMap<string, ReadonlySet<Use>>;
  /** the query parameters that no handler reads, as `<operationId> <name>` */
  unread: ReadonlySet<string>;
};

/** Lists the differences of an edited document from the package's, in document order. */
export function documentDifferences(packaged: OpenApiDocument, edited: OpenApiDocument): Difference[] {
  const context = { packaged, edited, uses: usesOf(packaged, edited), unread: unreadParameters(edited) };
  return changesOf(packaged, edited).map((change): Difference => {
    const place = `#/${change.path.map(pointerSegment).join('/')}`;
    return { ...verdictOn(change, context), place, change: changeText(change) };
  });
}

function changeText({ before, after }: Change): string {
  const short = (value: unknown): string => {
    const text = JSON.stringify(value) ?? '';
    return text.length > 60 ? `${text.slice(0, 57)}…` : text;
  };
  if (before === undefined) return isObject(after) ? 'added' : `${short(after)} added`;
  if (after === undefined) return isObject(before) ? 'removed' : `${short(before)} removed`;
  return `${short(before)} → ${short(after)}`;
}

function usesOf(...documents: OpenApiDocument[]): Context['uses'] {
  const uses = new Map<string, Set<Use>>();
  for (const document of documents) {
    const follow = (node: unknown, use: Use): void => {
      for (const [, ref = ''] of JSON.stringify(node ?? null).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
        const known = uses.get(ref) ?? new Set();
        if (known.has(use)) continue;
        uses.set(ref, known.add(use));
        const [section = '', name = ''] = ref.split('/');
        follow(document.components[section]?.[name], use);
      }
    };
    for (const { id, method, path, operation } of operationsOf(document)) {
      if (operationDelta({ id, method: METHOD_NAMES[method], path }) === null) continue;
      follow([document.paths[path]?.parameters, operation.parameters, operation.requestBody], 'request');
      follow(operation.responses, 'reply');
    }
    follow(document.webhooks, 'delivery');
  }
  return uses;
}

const unreadParameters = (edited: OpenApiDocument): Set<string> =>
  new Set(
    buildOperationIndex(edited).flatMap((row) => {
      const names = operationDelta(row)?.query;
      return names
        ? row.query.filter(({ name }) => !(name in names)).map(({ name }) => `${row.id} ${name}`)
        : [];
    }),
  );

function verdictOn(change: Change, context: Context): Verdict {
  const { path, before, after } = change;
  const [section = '', name = '', ...rest] = path;
  if (READERS_PART.test(section) || rest.some((one, at) => isForReaders(one, rest[at - 1])))
    return FOR_READERS;
  switch (section) {
    case 'x-rate-limits':
      return name === 'authoritative' || READERS_MEMBER.test(name) ? FOR_READERS : follows();
    case 'x-policies':
      if (!isObject(context.packaged['x-policies']?.[name]))
        return notPossible('the mock has no such figure');
      return after === undefined ? notPossible('the mock keeps the figure of the package') : follows();
    case 'x-error-codes':
      return path.length === 2 && before === undefined
        ? notPossible('the mock refuses nothing with it')
        : follows();
    case 'paths':
      return onPath(change, context);
    case 'webhooks':
      return after === undefined
        ? follows('still delivered')
        : notPossible('the mock composes its deliveries itself');
    case 'components':
      return onComponent(name, rest, change, context);
    default:
      return follows();
  }
}

const isForReaders = (name: string, parent: string | undefined): boolean =>
  READERS_MEMBER.test(name) && parent !== 'properties' && parent !== 'required' && parent !== 'enum';

function onPath(change: Change, context: Context): Verdict {
  const { path, before, after } = change;
  const [, route = '', method = '', part = '', ...rest] = path;
  const rows = buildOperationIndex(after === undefined ? context.packaged : context.edited).filter(
    (row) => row.path === route && (!isMethod(method) || row.method.toLowerCase() === method),
  );
  const handlers = rows.map(operationDelta);
  if (path.length === 2 || (path.length === 3 && isMethod(method))) {
    if (after === undefined) return follows('answered with 404, unless it has moved');
    return handlers.includes(null)
      ? filledIn('replies are generated')
      : follows('served by the handler of the package');
  }
  if (handlers.every((handler) => handler === null)) return follows('replies are generated');
  if (method === 'parameters' || part === 'parameters') {
    const own = method === 'parameters' ? path.slice(3) : rest;
    if (own.length > 1) return onParameter(own.slice(1), change);
    if (after === undefined) return follows();
    const { name, in: place } = resolveRef<ParameterObject>(context.edited, after as ParameterObject);
    if (place === 'cookie') return notPossible('no handler reads cookies');
    const silent = rows.find(({ statuses }) => !statuses.includes(422));
    if (silent) return notPossible(`${silent.id} documents no 422, with which it would refuse`);
    const isUnread = rows.some(({ id }) => context.unread.has(`${id} ${name}`));
    return isUnread ? notPossible('no handler reads this parameter') : follows();
  }
  switch (part) {
    case 'x-error-codes':
      return before === undefined ? FOR_READERS : notPossible('the mock refuses requests with it');
    case 'requestBody':
      return rest.includes('schema')
        ? onSchema(rest.slice(rest.indexOf('schema') + 1), change, new Set(['request']), context)
        : rest.at(-1) === 'required'
          ? follows()
          : notPossible('the handler reads the body that the package documents');
    case 'responses':
      return onResponses(rest, change, context);
    default:
      return follows();
  }
}

const isMethod = (name: string): boolean => METHODS.some((method) => method === name);

/** Judges a change of the replies of an operation; `rest` begins with the status. */
function onResponses([status = '', ...rest]: readonly string[], change: Change, context: Context): Verdict {
  if (rest.length > 0 && rest[0] !== '$ref') return onResponse(rest, change, context);
  if (status.startsWith('2')) return follows();
  if (change.after === undefined) return notPossible(`the mock answers ${status} here`);
  return change.before === undefined ? FOR_READERS : filledIn('the error body is adapted');
}

function onResponse([part = '', ...rest]: readonly string[], change: Change, context: Context): Verdict {
  if (part === 'headers') {
    if (rest.length > 1) return onHeader(rest);
    return change.after === undefined ? follows('left out') : filledIn('an example or a made value');
  }
  if (rest.includes('schema'))
    return onSchema(rest.slice(rest.indexOf('schema') + 1), change, new Set(['reply']), context);
  return notPossible('the mock answers with the media type that the package documents');
}

const onHeader = (rest: readonly string[]): Verdict =>
  rest.includes('schema') || rest.includes('$ref')
    ? notPossible('the mock computes this header itself')
    : FOR_READERS;

const onParameter = (rest: readonly string[], { after }: Change): Verdict =>
  rest.at(-1) === 'in' || (rest.at(-1) === '$ref' && after === undefined)
    ? notPossible('the handler reads it elsewhere')
    : follows();

function onComponent(section: string, path: readonly string[], change: Change, context: Context): Verdict {
  const [name = '', ...rest] = path;
  const uses = context.uses.get(`${section}/${name}`) ?? new Set();
  if (rest.length === 0) return uses.has('request') || uses.has('reply') ? follows() : FOR_READERS;
  switch (section) {
    case 'schemas':
      return onSchema(rest, change, uses, context);
    case 'parameters': {
      if (!uses.has('request'))
        return uses.size === 0 ? follows() : notPossible('the mock composes its deliveries itself');
      if (rest[0] !== 'name') return onParameter(rest, change);
      const isUnread = [...context.unread].some((one) => one.endsWith(` ${change.after}`));
      return isUnread ? notPossible('no handler reads this parameter') : follows('read by its former name');
    }
    case 'requestBodies':
      return onSchema(rest, change, new Set(['request']), context);
    case 'responses':
      return uses.size === 0 ? follows() : onResponse(rest, change, context);
    case 'headers':
      return uses.size === 0 ? follows() : onHeader(rest);
    case 'securitySchemes':
      return notPossible('the mock knows bearer tokens and no other credential');
    default:
      return FOR_READERS;
  }
}

/** Judges a change within a schema; `rest` is its path there. */
function onSchema(
  rest: readonly string[],
  change: Change,
  uses: ReadonlySet<Use>,
  context: Context,
): Verdict {
  const machine = rest.indexOf('x-state-machine');
  if (machine !== -1) return onTransition(change, context);
  if (uses.size === 0 || rest.at(-1) === 'x-extensible') return follows();
  if (!uses.has('request') && !uses.has('reply'))
    return notPossible('the mock composes its deliveries itself');
  const inRequest = uses.has('request')
    ? onRequestSchema(rest, change, context, uses.has('reply'))
    : follows();
  const inReply = uses.has('reply') ? onReplySchema(rest, change, context) : follows();
  const groups = ['not possible', 'filled in', 'follows'];
  return groups.indexOf(inReply.group) < groups.indexOf(inRequest.group) || !uses.has('request')
    ? inReply
    : inRequest;
}

/** Compares the schemas at a path of both documents. */
const deltaAt = ({ packaged, edited }: Context, path: readonly string[]): SchemaDelta =>
  SchemaDelta.of(
    [packaged, partAt(packaged, path) as JsonSchema | undefined],
    [edited, partAt(edited, path) as JsonSchema | undefined],
  );

function onRequestSchema(
  rest: readonly string[],
  change: Change,
  context: Context,
  isShown: boolean,
): Verdict {
  const { path, before, after } = change;
  const [keyword, name = ''] = rest.slice(-2);
  const schema = path.slice(0, -2);
  if (keyword === 'properties') {
    const { renamed } = deltaAt(context, path.slice(0, -2));
    if (after !== undefined) {
      if (renamed[name] !== undefined) return follows(`the handler reads it as ${renamed[name]}`);
      return isShown || isInReplies(name, context)
        ? filledIn('kept, and shown again')
        : notPossible('no handler reads this member');
    }
    if (Object.values(renamed).includes(name)) return follows('renamed');
    const { required } = partAt(context.packaged, schema) as JsonSchema;
    return required?.includes(name) ? notPossible('the handler needs this member') : follows('left out');
  }
  if (keyword === 'required' && after === undefined) {
    return Object.hasOwn(deltaAt(context, schema).after, name) ? WIDENED : follows();
  }
  if ((keyword === 'enum' && before === undefined) || (keyword === 'type' && after === 'null'))
    return WIDENED;
  if (/^(?:type|\$ref|const)$/.test(rest.at(-1) ?? '') || keyword === 'type')
    return notPossible('the handler reads values of the type that the package documents');
  return rest.at(-1) === 'default' ? notPossible('no default of a body is filled in') : follows();
}

/** Tells whether a member that is added to a request is also added to a reply, where it is shown again. */
const isInReplies = (name: string, context: Context): boolean =>
  [...context.uses].some(([ref, of]) => {
    if (!ref.startsWith('schemas/') || !of.has('reply')) return false;
    const { before, after } = deltaAt(context, ['components', ...ref.split('/')]);
    return Object.hasOwn(after, name) && !Object.hasOwn(before, name);
  });

function onReplySchema(rest: readonly string[], change: Change, context: Context): Verdict {
  const { path, before, after } = change;
  const [keyword, name = ''] = rest.slice(-2);
  if (keyword === 'properties') {
    const { renamed } = deltaAt(context, path.slice(0, -2));
    if (after === undefined && name === 'id') return notPossible('records are found by their id');
    if (after === undefined) return follows(Object.values(renamed).includes(name) ? 'renamed' : 'left out');
    return renamed[name] === undefined
      ? filledIn('an example or a made value')
      : follows(`the value of ${renamed[name]}`);
  }
  if (keyword === 'required') return follows();
  if (keyword === 'enum') {
    if (before === undefined) return follows('permitted; no handler answers it');
    const machine = (partAt(context.edited, path.slice(0, -2)) as JsonSchema)['x-state-machine'] ?? [];
    return machine.some(({ to }) => to === name)
      ? notPossible('a transition leads to this state')
      : filledIn('a value that does not fit is replaced');
  }
  if (after === undefined && keyword !== 'type') return follows('no longer asked');
  if (
    /^(?:additionalProperties|unevaluatedProperties|propertyNames|maxProperties|not)$/.test(
      rest[rest.length - 1] ?? '',
    )
  )
    return notPossible('replies may have further members');
  const member = path[path.lastIndexOf('properties') + 1] ?? '';
  if (/^(?:id|.*_ids?)$/.test(member) || path[2] === 'Uuid')
    return notPossible('the ids of the mock are UUIDs');
  return filledIn('a value that does not fit is replaced');
}

/** Judges a change of a state machine. Transitions without an operation are those of time, payment or provisioning. */
function onTransition(change: Change, { packaged, edited }: Context): Verdict {
  const { path, before, after } = change;
  const transition = (after ?? before) as { operation?: unknown; on?: unknown } | undefined;
  const machine = path.slice(0, path.indexOf('x-state-machine') + 1);
  const transitions = (document: OpenApiDocument): { on: string; operation?: string; from: unknown }[] =>
    (partAt(document, machine) as never) ?? [];
  const own = path[machine.length];
  if (own === undefined) return notPossible('the mock keeps the transitions of the package');
  if (path.length > machine.length + 1) {
    const key = path.at(-1);
    if (key === 'operation') return FOR_READERS;
    return key === 'to' && !own.startsWith('null ')
      ? follows()
      : notPossible('the mock creates records in the state that the package documents');
  }
  if (own.startsWith('null '))
    return notPossible('the mock creates records in the state that the package documents');
  if (after === undefined) {
    const operation = transition?.operation;
    if (typeof operation !== 'string') return notPossible('the mock makes this transition by itself');
    const documented = operationsOf(edited).find(({ id }) => id === operation)?.operation.responses;
    return documented && !('422' in documented)
      ? notPossible(`${operation} documents no 422, with which it would be refused`)
      : follows('refused with INVALID_STATE');
  }
  const isTriggered = transitions(packaged).some(({ on }) => on === transition?.on);
  return isTriggered ? follows() : notPossible(`nothing in the mock triggers ${transition?.on}`);
}
