// Lists how an edited document differs from that of the package, and what the mock makes of each difference.
import { isObject } from '../is-object.ts';
import { pointerSegment } from '../json/pointer.ts';
import {
  type JsonSchema,
  METHODS,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  replyAt,
  resolveRef,
} from '../openapi.ts';
import type { OperationRow } from '../operation-index.ts';
import { operationDelta, type SchemaDelta } from './delta.ts';
import { DocumentDelta, isForReaders, type PartDelta, partAt, type Use } from './document-delta.ts';

/** What the mock makes of a difference: handlers follow it, the mock fills it in, cannot, or warns of a likely mistake. */
export type DifferenceGroup = 'follows' | 'filled in' | 'not possible' | 'warning';

export type Difference = {
  group: DifferenceGroup;
  /** where it is: a JSON pointer into the document that has it, or file and line */
  place: string;
  /** what changed: `600 → 300`, `added`, `removed` */
  change: string;
  /** what the mock does about it, or why it can do nothing; null where `change` says it all */
  note: string | null;
};

type Verdict = Pick<Difference, 'group' | 'note'>;

const follows = (note: string | null = null): Verdict => ({ group: 'follows', note });
const filledIn = (note: string): Verdict => ({ group: 'filled in', note });
const notPossible = (note: string): Verdict => ({ group: 'not possible', note });
const FOR_READERS = follows('for readers');
/** What the document permits in requests beyond the package's; only the handler knows whether it can serve it. */
const WIDENED = follows('a handler that cannot serve it answers 500, and says why');
const REPLACED = filledIn('a value that does not fit is replaced');

const READERS_PART =
  /^(?:info|servers|tags|externalDocs|x-(?!scopes$|rate-limits$|policies$|error-codes$).*)$/;

/** Lists the differences of an edited document from the package's, in document order. */
export function documentDifferences(packaged: OpenApiDocument, edited: OpenApiDocument): Difference[] {
  if (edited['x-other-api']) {
    const change = `another API: its ${operationsOf(edited).length} operations are answered from its examples and schemas`;
    return [{ ...filledIn('they keep no state'), place: '#/paths', change }];
  }
  const delta = new DocumentDelta(packaged, edited);
  return delta.parts.map((part): Difference => {
    const place = `#/${part.path.map(pointerSegment).join('/')}`;
    return { ...verdictOn(part, delta), place, change: changeText(part) };
  });
}

function changeText({ before, after }: PartDelta): string {
  const short = (value: unknown): string => {
    const text = JSON.stringify(value) ?? '';
    return text.length > 60 ? `${text.slice(0, 57)}…` : text;
  };
  if (before === undefined) return isObject(after) ? 'added' : `${short(after)} added`;
  if (after === undefined) return isObject(before) ? 'removed' : `${short(before)} removed`;
  return `${short(before)} → ${short(after)}`;
}

type At = PartDelta & {
  delta: DocumentDelta;
  /** the last segment of the path */
  name: string;
  /** the uses of the component */
  used: ReadonlySet<Use>;
  /** the operations of the path */
  rows: readonly OperationRow[];
};

const METHOD = `(?:${METHODS.join('|')})`;

/** The parts of operations and components that describe one thing, by the name that the rows give it. */
const PARTS: readonly (readonly [place: RegExp, name: string])[] = [
  [RegExp(`^(?:paths/[^/]+/(?:${METHOD}/)?|components/)parameters/[^/]+/`), 'parameter/'],
  [RegExp(`^(?:paths/[^/]+/${METHOD}/requestBody|components/requestBodies/[^/]+)/`), 'body/'],
  [RegExp(`^(?:paths/[^/]+/${METHOD}/responses/[^/]+/(?!\\$ref)|components/responses/[^/]+/)`), 'response/'],
  [/^(?:response|components)\/headers\/[^/]+\//, 'header/'],
  [/^body\/(?:.+?\/)?schema(?:\/|$)/, 'request/'],
  [/^response\/(?:.+?\/)?schema(?:\/|$)/, 'reply/'],
  [/^components\/schemas\/[^/]+\//, 'schema/'],
];

const COMPOSED = notPossible('the mock composes its deliveries itself');

// What the mock makes of a part that differs, by its sign (+ added, - removed, ~ another value) and its place; the first row that
// matches counts. Of what no row names, the mock follows the document.
const ROWS: readonly (readonly [place: RegExp, verdict: Verdict | ((at: At) => Verdict)])[] = [
  [/^.x-rate-limits\/authoritative/, FOR_READERS],
  [/^.x-policies/, onFigure],
  [/^\+x-error-codes\/[^/]+$/, notPossible('the mock refuses nothing with it')],
  [/^-webhooks/, follows('still delivered')],
  [/^.webhooks/, COMPOSED],
  [RegExp(`^-paths/[^/]+(?:/${METHOD})?$`), follows('answered with 404, unless it has moved')],
  [RegExp(`^.paths/[^/]+(?:/${METHOD})?$`), onOperation],
  [/^[+~]paths\/(?:[^/]+\/){1,2}parameters(?:\/[^/]+)?$/, onAddedParameter],
  [/^\+paths\/.*\/x-error-codes/, FOR_READERS],
  [/^.paths\/.*\/x-error-codes/, notPossible('the mock refuses requests with it')],
  [/^.paths\/.*\/responses\/2/, follows()],
  [/^-paths\/.*\/responses\//, onRemovedReply],
  [/^\+paths\/.*\/responses\//, FOR_READERS],
  [/^.paths\/.*\/responses\//, filledIn('the error body is adapted')],
  [
    /^.components(?:\/[^/]+){1,2}$/,
    ({ used }) => (used.has('request') || used.has('reply') ? follows() : FOR_READERS),
  ],
  [/^.components\/securitySchemes/, notPossible('the mock knows bearer tokens and no other credential')],
  [/^.components/, FOR_READERS],
  [/^.parameter\//, onParameter],
  [/^.body\/(?:.*\/)?required$/, follows()],
  [
    /^.(?:body\/|paths\/[^/]+\/[^/]+\/requestBody$)/,
    notPossible('the handler reads the body that the package documents'),
  ],
  [/^-response\/headers/, follows('left out')],
  [/^.response\/headers/, filledIn('an example or a made value')],
  [/^.response\//, notPossible('the mock answers with the media type that the package documents')],
  [/^.header\/(?:.*\/)?(?:schema|\$ref)(?:\/|$)/, notPossible('the mock computes this header itself')],
  [/^.header\//, FOR_READERS],

  [/^-request\/(?:.*\/)?properties\/[^/]+$/, onRemovedRequestMember],
  [/^.request\/(?:.*\/)?properties\/[^/]+$/, onAddedRequestMember],
  [
    /^-request\/(?:.*\/)?required\/[^/]+$/,
    (at) => (Object.hasOwn(schemaOf(at).after, at.name) ? WIDENED : follows()),
  ],
  [/^\+request\/(?:.*\/)?(?:enum\/[^/]+|type\/null)$/, WIDENED],
  [
    /^.request\/(?:.*\/)?(?:(?<!properties\/)type(?:\/[^/]+)?|\$ref|const)$/,
    notPossible('the handler reads values of the type that the package documents'),
  ],
  [/^.request\/(?:.*\/)?default$/, notPossible('no default of a body is filled in')],
  [/^.request\//, follows()],

  [/^-reply\/(?:.*\/)?properties\/id$/, notPossible('records are found by their id')],
  [
    /^-reply\/(?:.*\/)?properties\/[^/]+$/,
    (at) => follows(Object.values(schemaOf(at).renamed).includes(at.name) ? 'renamed' : 'left out'),
  ],
  [/^.reply\/(?:.*\/)?properties\/[^/]+$/, onAddedReplyMember],
  [/^.reply\/(?:.*\/)?required(?:\/[^/]+)?$/, follows()],
  [/^\+reply\/(?:.*\/)?enum\/[^/]+$/, follows('permitted; no handler answers it')],
  [/^.reply\/(?:.*\/)?enum\/[^/]+$/, onRemovedReplyValue],
  [/^-reply\/(?!(?:.*\/)?type\/[^/]+$|type$)/, follows('no longer asked')],
  [
    /^.reply\/(?:.*\/)?(?:additionalProperties|unevaluatedProperties|propertyNames|maxProperties|not)$/,
    notPossible('replies may have further members'),
  ],
  [/^.reply\//, onReplyValue],
];

function verdictOn(part: PartDelta, delta: DocumentDelta): Verdict {
  const { path, before, after } = part;
  const [section = '', second = '', third = ''] = path;
  if (READERS_PART.test(section) || path.some((one, at) => at > 1 && isForReaders(one, path[at - 1])))
    return FOR_READERS;
  const isOperation = METHODS.some((method) => method === third);
  const whose = after === undefined ? 'packaged' : 'edited';
  const rows = section === 'paths' ? delta.operationsAt(whose, second, isOperation ? third : undefined) : [];
  const isWhole = path.length === 2 || (path.length === 3 && isOperation);
  if (section === 'paths' && !isWhole && !rows.some(operationDelta)) return follows('replies are generated');
  const used = delta.uses.get(`${second}/${third}`) ?? new Set();
  const at: At = { ...part, delta, name: path.at(-1) ?? '', used, rows };
  if (path.includes('x-state-machine')) return onTransition(at);
  const isUnused = section === 'components' && path.length > 3 && used.size === 0;
  if (at.name === 'x-extensible' || (isUnused && /^(?:schemas|parameters|responses|headers)$/.test(second)))
    return follows();
  const relation = delta.relationAround(path);
  if (relation === 'same') return FOR_READERS;
  const sign = before === undefined ? '+' : after === undefined ? '-' : '~';
  const text = path.map(pointerSegment).join('/');
  const place = PARTS.reduce((shorter, [part, name]) => shorter.replace(part, name), text);
  const verdictAt = (line: string): Verdict => {
    if (relation === 'with null' && /^.request\//.test(line)) return WIDENED;
    if (relation === 'with null' && /^.reply\//.test(line))
      return follows('null is permitted; no handler answers it');
    if (relation === 'without null' && /^.reply\//.test(line)) return REPLACED;
    const verdict = ROWS.find(([row]) => row.test(line))?.[1] ?? follows();
    return typeof verdict === 'function' ? verdict(at) : verdict;
  };
  if (!place.startsWith('schema/')) return verdictAt(sign + place);
  const verdicts = (['request', 'reply'] as const)
    .filter((use) => used.has(use))
    .map((use) => verdictAt(sign + place.replace('schema', use)));
  const of = (group: DifferenceGroup) => verdicts.find((one) => one.group === group);
  return of('not possible') ?? of('filled in') ?? of('follows') ?? COMPOSED;
}

function onFigure({ path: [, name = ''], after, delta: { packaged } }: At): Verdict {
  if (!isObject(packaged['x-policies']?.[name])) return notPossible('the mock has no such figure');
  return after === undefined ? notPossible('the mock keeps the figure of the package') : follows();
}

// A reply of a class (`4XX`), or by default, describes the statuses that have none of their own.
function onRemovedReply({ path, delta: { edited } }: At): Verdict {
  const responses = partAt(edited, path.slice(0, 4));
  const isCovered = path.length === 5 && isObject(responses) && replyAt(responses, Number(path[4]));
  return isCovered ? filledIn('the error body is adapted') : notPossible(`the mock answers ${path[4]} here`);
}

const UNREAD = notPossible('no handler reads this parameter');

function onAddedParameter({ after, rows, delta: { packaged, edited, unread } }: At): Verdict {
  const verdicts = [after].flat().map((one): Verdict => {
    const { name, in: place } = resolveRef<ParameterObject>(edited, one as ParameterObject);
    const isMoved = rows.every((row) => {
      const packagedId = operationDelta(row)?.packaged.id;
      const known = operationsOf(packaged).find(({ id }) => id === packagedId)?.parameters ?? [];
      return known.some((parameter) => parameter.name === name && parameter.in === place);
    });
    if (isMoved) return follows();
    if (place === 'cookie') return notPossible('no handler reads cookies');
    const silent = rows.find(({ responses }) => !replyAt(responses, 422));
    if (silent) return notPossible(`${silent.id} documents no 422, with which it would refuse`);
    return rows.some(({ id }) => unread.has(`${id} ${name}`)) ? UNREAD : follows();
  });
  return verdicts.find(({ group }) => group === 'not possible') ?? follows();
}

function onParameter({ path: [section, , , keyword], name, after, used, delta: { unread } }: At): Verdict {
  if (section === 'components' && !used.has('request')) return COMPOSED;
  if (section === 'components' && keyword === 'name')
    return [...unread].some((one) => one.endsWith(` ${after}`)) ? UNREAD : follows('read by its former name');
  const isElsewhere = name === 'in' || (name === '$ref' && after === undefined);
  return isElsewhere ? notPossible('the handler reads it elsewhere') : follows();
}

function onOperation({ rows }: At): Verdict {
  return rows.every(operationDelta)
    ? follows('served by the handler of the package')
    : filledIn('replies are generated');
}

const schemaOf = ({ delta, path }: At): SchemaDelta => delta.schemaAt(path.slice(0, -2));

function onAddedRequestMember(at: At): Verdict {
  const former = schemaOf(at).renamed[at.name];
  if (former !== undefined) return follows(`the handler reads it as ${former}`);
  // A member that is also added to a reply is shown again there.
  const isShown = [...at.delta.uses].some(([ref, of]) => {
    if (!ref.startsWith('schemas/') || !of.has('reply')) return false;
    const { before, after } = at.delta.schemaAt(['components', ...ref.split('/')]);
    return Object.hasOwn(after, at.name) && !Object.hasOwn(before, at.name);
  });
  return isShown || at.used.has('reply')
    ? filledIn('kept, and shown again')
    : notPossible('no handler reads this member');
}

function onRemovedRequestMember(at: At): Verdict {
  if (Object.values(schemaOf(at).renamed).includes(at.name)) return follows('renamed');
  // A writeOnly member stays in the form that `withDirections` gives to requests.
  const [, section = '', component, ...below] = at.path;
  const forRequests = ['components', section, `${component}Request`, ...below];
  const isRead =
    !partAt(at.delta.packaged, forRequests) && partAt(at.delta.edited, forRequests) !== undefined;
  if (isRead) return follows('left out of replies');
  const { required } = partAt(at.delta.packaged, at.path.slice(0, -2)) as JsonSchema;
  return required?.includes(at.name) ? notPossible('the handler needs this member') : follows('left out');
}

function onAddedReplyMember(at: At): Verdict {
  const former = schemaOf(at).renamed[at.name];
  return former === undefined ? filledIn('an example or a made value') : follows(`the value of ${former}`);
}

function onRemovedReplyValue({ delta: { edited }, path, name }: At): Verdict {
  const machine = (partAt(edited, path.slice(0, -2)) as JsonSchema)['x-state-machine'] ?? [];
  return machine.some(({ to }) => to === name) ? notPossible('a transition leads to this state') : REPLACED;
}

function onReplyValue({ path }: At): Verdict {
  const member = path[path.lastIndexOf('properties') + 1] ?? '';
  return /^(?:id|.*_ids?)$/.test(member) || path[2] === 'Uuid'
    ? notPossible('the ids of the mock are UUIDs')
    : REPLACED;
}

// Judges a change of a state machine. Transitions without an operation are those of time, payment or provisioning.
function onTransition({ path, before, after, delta: { packaged, edited } }: At): Verdict {
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
    return documented && !replyAt(documented, 422)
      ? notPossible(`${operation} documents no 422, with which it would be refused`)
      : follows('refused with INVALID_STATE');
  }
  const isTriggered = transitions(packaged).some(({ on }) => on === transition?.on);
  return isTriggered ? follows() : notPossible(`nothing in the mock triggers ${transition?.on}`);
}
