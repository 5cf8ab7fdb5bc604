// Rules about the values of resources: a reply shows what was sent last, for the resource that it was sent for.
import type { Breach, Exchange, RuleContext, Share } from '../../../src/suite/model/define.ts';
import { type Kind, kindOf } from '../../../src/suite/model/kinds.ts';
import { rule } from '../../define.ts';
import type { RequirementId } from '../../requirements.ts';
import { isSuccess, leaves, mentions, statusIn } from '../../support/reply-readers/response-readers.ts';
import { isSameTime, isUtcTime } from '../../support/reply-readers/times.ts';
import { observe } from './observe.ts';
import { learnPlace, shownAt } from './origins.ts';
import {
  isEndingWrite,
  isList,
  isReadOf,
  isUntouchedSince,
  isWithinReadLag,
  type KnownResource,
  mayLag,
  newRunHistory,
  type Origin,
  type ResourceView,
  type RunHistory,
  type Sighting,
  targetKey,
  VOLATILE_MEMBER,
  viewsIn,
  writesTouching,
} from './run-history.ts';
import { isHidden, isPlain, isSameValue, isValue, type Value } from './same-value.ts';

/** What a comparison says: the sentence, and the breach, if there is one. */
type Judgement = { says: RequirementId; breach?: Breach<RequirementId> };

type Update = { key: string; kind: Kind; by: Exchange };

const newValueHistory = (share: Share) => ({
  history: share(newRunHistory),
  /** each text that only updates of one resource sent → the resource; undefined for a text that another request sent */
  updates: new Map<string, Update | undefined>(),
  /** the keys of resources that reads have shown */
  shown: new Set<string>(),
  latest: { exchange: null as Exchange | null, judgements: [] as readonly Judgement[] },
});
type ValueHistory = ReturnType<typeof newValueHistory>;

/** Matches names of members that replies show in a form of their own. */
const NOT_ECHOED = /^(sku_id|payment_method|auth_code|csr|type)$/;

/** Returns what the values in an exchange say. The exchange is compared once, for all rules. */
function judgementsOf(
  state: ValueHistory,
  exchange: Exchange,
  { runId, lag }: Pick<RuleContext<unknown>, 'runId' | 'lag'>,
): readonly Judgement[] {
  if (state.latest.exchange === exchange) return state.latest.judgements;
  const sightings = observe(state.history, exchange);
  const mayAccuse = exchange.request.method === 'GET' && !isWithinReadLag(state.history, exchange, lag);
  const judgements = [
    ...sightings.flatMap((sighting) => originJudgements(state, sighting, { runId, mayAccuse })),
    ...(mayAccuse ? sightings.flatMap((sighting) => listJudgements(state.history, sighting)) : []),
    ...(isSuccess(exchange) ? updateJudgements(state, exchange, runId) : []),
  ];
  const unconfirmed = mayLag(state.history, exchange);
  state.latest = {
    exchange,
    judgements: judgements.map(({ says, breach }) =>
      breach === undefined ? { says } : { says, breach: unconfirmed ? { ...breach, unconfirmed } : breach },
    ),
  };
  return state.latest.judgements;
}

/** Compares the members of a resource that a reply shows with what was last sent for them. */
function originJudgements(
  { history }: ValueHistory,
  { resource, now }: Sighting,
  { runId, mayAccuse }: { runId: string; mayAccuse: boolean },
): Judgement[] {
  const isRead = isReadOf(now.exchange, resource);
  return [...resource.origins].flatMap(([pointer, origin]): Judgement[] => {
    const shown = shownAt(history, resource, pointer, now.view);
    if (shown === undefined && !learnPlace(history, resource, pointer, now.view)) return [];
    const is = shown === undefined ? origin.value : shown.value;
    if (!isValue(is)) return [];
    const isElsewhere = shown?.pointer !== pointer;
    const isNew = origin.confirmed === null;
    const says = origin.isRead
      ? 'endpoints/keeps-what-was-sent'
      : origin.isUpdate
        ? 'endpoints/update-persists'
        : 'endpoints/create-echoes';
    if (isSameValue(origin.value, is, origin.isExact)) {
      origin.confirmed = now;
      if (isRead && !origin.isRead) origin.count.seen += 1;
      origin.isRead ||= isRead;
      return isRead ? [{ says }] : [];
    }
    if (!isRead || !mayAccuse || typeof is !== typeof origin.value || isHidden(is)) return [];
    if (resource.given.has(is) || !isUntouchedSince(history, resource, origin.sequence, isEndingWrite))
      return [];
    if (isShownInParts(`${origin.value}`, is, now.view)) return [];
    const isStale = isEarlier(origin, is);
    // An action may take its time.
    const isAction = origin.isUpdate && origin.by.request.method === 'POST';
    if (isAction && statusIn(now.view) !== statusIn(origin.was.view)) return [];
    if (
      isNew &&
      !isStale &&
      (isElsewhere || !isTelling(origin, runId) || isShownOtherwise(resource, origin, now.view, is))
    )
      return [];
    // The place that was learned may be that of a part by now, such as the newest reply to a ticket.
    const later = writesTouching(history, resource, origin.sequence);
    if (!isStale && later.some(({ exchange }) => mentions(exchange.request.json, `${is}`))) return [];
    const message = isStale
      ? `\`${origin.name}\` is as it was before ${origin.by.operation}`
      : `\`${origin.name}\` is another than was sent`;
    return [
      {
        says,
        breach: {
          message,
          expected: origin.value,
          actual: is,
          dependsOn: [
            resource.creation.exchange,
            origin.by,
            ...(origin.confirmed ? [origin.confirmed.exchange] : []),
          ],
        },
      },
    ];
  });
}

/** Returns whether a value is that of before the write, or holds an element of before that the write left out. */
const isEarlier = ({ earlier, value }: Origin, is: Value): boolean =>
  earlier !== undefined &&
  (isPlain(is) || isPlain(earlier)
    ? isSameValue(earlier, is)
    : is.some(
        (one) =>
          !(isPlain(value) ? [value] : value).some((sent) => isSameValue(sent, one)) &&
          earlier.some((old) => isSameValue(one, old)),
      ));

/** Returns whether a value that no reply has shown yet must be shown as it was sent: a word of an enumeration need not. */
const isTelling = ({ name, value }: Origin, runId: string): boolean =>
  typeof value === 'string' &&
  !NOT_ECHOED.test(name) &&
  (value.includes(runId) || !/^[a-z_@-]{0,11}$/i.test(value));

// Returns whether a view shows a sent name in two parts, such as a domain: its first labels, and the others in a member of
// their own.
const isShownInParts = (sent: string, first: Value, view: ResourceView): boolean =>
  typeof first === 'string' &&
  sent.startsWith(`${first}.`) &&
  leaves(view).some(({ value }) => value === sent.slice(first.length + 1));

/** Returns whether a text contains another one that a space, a quote or an @ sets apart. */
function isWithin(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at !== -1 && /^[\s@"',;:()]*$/.test(`${text[at - 1] ?? ''}${text[at + part.length] ?? ''}`);
}

/** Returns whether a DNS record shows the name that was sent with the name of its zone after it (RFC 1035, 5.1). */
const isNameWithZone = ({ kind }: KnownResource, { name, value }: Origin, is: Value): boolean =>
  kind === 'DnsRecord' && name === 'name' && `${is}`.toLowerCase().startsWith(`${value}.`.toLowerCase());

/** Returns whether a view shows a sent value within a longer one, or under another name, of which nothing was sent. */
const isShownOtherwise = (resource: KnownResource, origin: Origin, view: ResourceView, is: Value): boolean =>
  isNameWithZone(resource, origin, is) ||
  (!origin.isExact && isWithin(`${is}`.toLowerCase(), `${origin.value}`.toLowerCase())) ||
  leaves(view).some(
    ({ pointer, value: shown }) =>
      !resource.origins.has(pointer) && isValue(shown) && isSameValue(origin.value, shown, origin.isExact),
  );

// Compares a list with a read by the id, when the same read before and after the other one show that the member does
// not change meanwhile. A value that the other sort of read has shown before may be late.
function listJudgements(history: RunHistory, { resource, now }: Sighting): Judgement[] {
  const [same, { last }] = isList(now.exchange)
    ? [resource.listed, resource.detail]
    : [resource.detail, resource.listed];
  const { before, shown } = same;
  if (!last || !before || same.last !== now || before.sequence > last.sequence) return [];
  if (!isUntouchedSince(history, resource, before.sequence)) return [];
  const [one, other] = [last.view, now.view];
  const shared = Object.keys(one).filter((name) => name !== 'id' && isComparable(one[name], other[name]));
  if (shared.length === 0) return [];
  const differing = shared.find(
    (name) =>
      one[name] !== other[name] &&
      other[name] === before.view[name] &&
      !shown.has(`${name}=${one[name]}`) &&
      !VOLATILE_MEMBER.test(name) &&
      ![one[name], other[name]].some(isHidden) &&
      ![one[name], other[name]].every(isUtcTime),
  );
  const says = 'endpoints/list-and-detail-agree';
  if (differing === undefined) return [{ says }];
  return [
    {
      says,
      breach: {
        message: `\`${differing}\` differs between the list and the detail`,
        expected: other,
        actual: one,
        dependsOn: [resource.creation.exchange, before.exchange, last.exchange],
      },
    },
  ];
}

const isComparable = (one: unknown, other: unknown): boolean =>
  ['string', 'number'].includes(typeof one) && typeof one === typeof other;

/** Finds a value that an update sent for one resource in another resource of the same kind. */
function updateJudgements(state: ValueHistory, exchange: Exchange, runId: string): Judgement[] {
  const { operation: op, request } = exchange;
  const kind = op === null ? undefined : kindOf(op);
  if (kind === undefined) return [];
  const target = ['PUT', 'PATCH'].includes(request.method) ? targetKey(exchange) : undefined;
  for (const { value } of request.method === 'GET' ? [] : leaves(request.json)) {
    if (typeof value !== 'string' || !value.includes(runId)) continue;
    const isOwn = target !== undefined && state.updates.get(value)?.key === target;
    const isFirst = target !== undefined && !state.updates.has(value);
    if (!isOwn) state.updates.set(value, isFirst ? { key: target, kind, by: exchange } : undefined);
  }
  if (request.method !== 'GET') return [];
  const judgements: Judgement[] = [];
  for (const { view, key, kind: of } of viewsIn(exchange)) {
    if (of === undefined) continue;
    state.shown.add(key);
    if (state.updates.size === 0) continue;
    // A request may claim an id for its resource: another check judges whether a write may change an id.
    const isAnother = (update: Update | undefined): update is Update =>
      update !== undefined &&
      update.kind === of &&
      update.key !== key &&
      state.shown.has(update.key) &&
      !mentions(update.by.request.json, String(view.id));
    if (![...state.updates.values()].some(isAnother)) continue;
    const breach = Object.entries(view).flatMap(([name, value]): Breach<RequirementId>[] => {
      const update = typeof value === 'string' && name !== 'id' ? state.updates.get(value) : undefined;
      if (!isAnother(update)) return [];
      const message = `\`${name}\` of another one is what was sent for ${update.key}`;
      return [{ message, expected: 'its own', actual: view, dependsOn: [update.by] }];
    })[0];
    judgements.push({ says: 'endpoints/update-of-one', ...(breach && { breach }) });
  }
  return judgements;
}

/** Defines a rule that reports what the values of a run say about one sentence. */
const valueRule = (id: string, must: string, requirement: RequirementId) =>
  rule(id, {
    must,
    requirement,
    conditional: true,
    defersToChecks: true,
    includeUnanswered: true,
    state: (share) => share(newValueHistory),
    judge(exchange, { state, runId, lag, compared }) {
      const about = judgementsOf(state, exchange, { runId, lag }).filter(({ says }) => says === requirement);
      return about.map(({ breach }) => compared(breach)).find((breach) => breach !== undefined);
    },
  });

/** The members that stay as the reply to the creation of an order has them. */
const KEPT_BY_ORDERS = ['total_amount', 'currency', 'invoice_id', 'services', 'created_at'];

/** Returns whether a view shows another value than the reply to the creation; one that was filled in later is none. */
function isOtherValue(then: unknown, now: unknown): boolean {
  if (Array.isArray(then) && Array.isArray(now))
    return (
      [then, now].every((some) => some.length > 0 && some.every((one) => typeof one === 'string')) &&
      (then.length !== now.length || !then.every((one) => now.includes(one)))
    );
  const isComparable = typeof then === typeof now && ['string', 'number'].includes(typeof then);
  return isComparable && then !== now && !isSameTime(then, now);
}

const orderAsCreated = rule('values/order-as-created', {
  must: 'show every order, in its detail and in the list, with the values its creation answered with',
  requirement: 'order-response/detail-agrees',
  conditional: true,
  defersToChecks: true,
  after: ['orders/detail-agrees'],
  state: (share) => share(newRunHistory),
  judge(exchange, { state, lag, compared }) {
    const sightings = observe(state, exchange);
    if (exchange.request.method !== 'GET' || isWithinReadLag(state, exchange, lag)) return undefined;
    for (const { resource, now } of sightings) {
      const { exchange: by, view } = resource.creation;
      if (by.operation !== 'createOrder' || !isReadOf(exchange, resource)) continue;
      // What was cancelled or has failed may cost nothing.
      if (!/^(pending|processing|completed|active)$/i.test(statusIn(now.view) ?? '')) continue;
      const differing = KEPT_BY_ORDERS.filter((name) => isOtherValue(view[name], now.view[name]));
      if (compared(differing.length === 0)) continue;
      return {
        unconfirmed: mayLag(state, exchange),
        message: `${exchange.operation} shows another ${differing.map((name) => `\`${name}\``).join(' and ')}`,
        expected: view,
        actual: now.view,
        dependsOn: [by],
      };
    }
    return undefined;
  },
});

export const valueRules = [
  orderAsCreated,
  valueRule(
    'values/created-as-sent',
    'show a thing with the values it was created with',
    'endpoints/create-echoes',
  ),
  valueRule('values/updated-as-sent', 'show an update in the next read', 'endpoints/update-persists'),
  valueRule(
    'values/kept',
    'keep what was sent for a thing until something else is sent',
    'endpoints/keeps-what-was-sent',
  ),
  valueRule(
    'values/of-one-resource',
    'change the one thing an update names, and no other',
    'endpoints/update-of-one',
  ),
  valueRule(
    'values/list-as-detail',
    'show a thing in the list as in its detail',
    'endpoints/list-and-detail-agree',
  ),
];
