// Learns from 422 replies what a target wants in a request body, once per operation of a run.
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { Codec, put } from '../../form/codec.ts';
import { familyOf, keepsRequest } from '../../form/families.ts';
import { CONTRACT_FORM, type Form, type KindForm, type Members, type Place } from '../../form/form.ts';
import { leavesIn, requestsOf } from '../../form/learn/requests.ts';
import type { Seen } from '../../form/learn/shown.ts';
import { snakeCase } from '../../form/names.ts';
import { leavesOf } from '../mapping/leaves.ts';
import type { AmendBody, BodyOptions, CallerApi, RefusedBody, SendOptions } from '../model/context.ts';
import { parseErrorBody } from '../model/error-body.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { type Kind, kindOf } from '../model/kinds.ts';
import {
  applyBodyOverride,
  fillPlaceholders,
  mapLeaves,
  type PlaceholderValues,
  restorePlaceholders,
} from '../target/bodies.ts';
import { REASONS } from './call.ts';

type Body = Record<string, unknown>;
type BuiltBody = Required<BodyOptions> & {
  operation: OperationId;
  /** the body in the names of the contract */
  own: Body;
  /** the body without what the run learned, with its placeholders */
  standard: Body;
  /** what the run had learned when the body was built */
  override: Body | undefined;
};

/** For how many refused requests of one operation amended bodies are sent. */
const MAX_SESSIONS = 2;

/** Builds the request bodies of a run, and amends those that the target refuses. */
export class LearnedBodies {
  readonly #overridesInTarget: Partial<Record<string, Body>>;
  readonly #amendBody: AmendBody | undefined;
  readonly #built = new WeakMap<object, BuiltBody>();
  readonly #overrides = new Map<OperationId, Body>();
  /** operations that accepted a body of the suite: a later 422 has another reason than the body's members */
  readonly #accepted = new Set<OperationId>();
  readonly #sessions = new Map<OperationId, number>();
  /** operation → a body in the names of the contract, and the body that the target accepted in its place */
  readonly requests: Seen['requests'] = {};
  readonly #shownNames: (kind: Kind) => Readonly<Record<string, Place>>;
  /** the form that the target file gives; its ids are those that the run sends */
  readonly #form: Form;

  /** @param shownNames returns the places at which replies show the members of a kind, as the run has learned them */
  constructor(
    overridesInTarget: Partial<Record<string, Body>>,
    amendBody?: AmendBody,
    shownNames: (kind: Kind) => Readonly<Record<string, Place>> = () => ({}),
    form: Partial<Form> = {},
  ) {
    this.#overridesInTarget = overridesInTarget;
    this.#amendBody = amendBody;
    this.#shownNames = shownNames;
    this.#form = { ...CONTRACT_FORM, ...form, ids: CONTRACT_FORM.ids };
  }

  /**
   * Builds a request body from the standard body, `bodies` of the target file and what earlier refusals taught. A
   * body that is sent as it was built may be amended; a copy with other members is not.
   */
  build<T extends object>(
    operation: OperationId,
    standard: T,
    { placeholders = {}, fixed = [] }: BodyOptions,
  ): T & Body {
    const inTarget = this.#overridesInTarget[operation];
    const merged = applyBodyOverride(this.#written(operation, { ...standard } as Body), inTarget);
    const override = this.#overrides.get(operation);
    // A learned body may name a member of the suite that it leaves out.
    const filling = {
      ...distinctiveTexts({ ...standard } as Body),
      ...distinctiveTexts(merged),
      ...placeholders,
    };
    const learned = fillable(override, filling);
    const filled = fillPlaceholders(applyBodyOverride(merged, learned), filling) as T & Body;
    const own = { ...standard } as Body;
    this.#built.set(filled, { operation, own, placeholders, fixed, standard: merged, override });
    return filled;
  }

  /** Returns what the run learned, in the form of `bodies` of the target file. */
  toReport(): Record<string, Body> {
    return Object.fromEntries([...this.#overrides].filter(([operation]) => this.#accepted.has(operation)));
  }

  /**
   * Sends a call. When the target refuses a body of the suite that is meant to be valid, sends amended bodies, six
   * at most. The body that the caller holds then has the members of the last request, so that the caller compares
   * with what was sent. When no amended body is accepted, returns the first refusal.
   */
  async send(
    options: SendOptions,
    send: (options: SendOptions) => Promise<Exchange>,
    api: CallerApi,
  ): Promise<Exchange> {
    const { body } = options;
    const built = isObject(body) ? this.#built.get(body) : undefined;
    if (!isObject(body) || built === undefined || options.deliberateFault !== undefined || options.burst)
      return send(options);
    const sent = { ...body };
    const tried = new Map<string, Set<string>>();
    const first = await send({ ...options, body: sent });
    let exchange = first;
    const sendAgain = async (members: Body): Promise<void> => {
      replaceMembers(body, members);
      exchange = await send({ ...options, body: { ...body } });
    };
    const rebuilt = (): Body => this.build(built.operation, built.standard, built);
    // The first refusal is a validation failure. An amended body may then name a resource that does not exist.
    const isRefused = (): boolean =>
      (exchange.status === 422 || (exchange !== first && [400, 404].includes(exchange.status))) &&
      !this.#accepted.has(built.operation);
    // Another request may have taught what the target wants since the body was built.
    const isOutdated = built.override !== this.#overrides.get(built.operation);
    if (exchange.status === 422 && isOutdated) await sendAgain(rebuilt());
    if (isRefused() && this.#forget(built, errorsOf(exchange))) await sendAgain(rebuilt());
    const shown = isRefused() ? this.#namesInReplies(built.operation, body, errorsOf(exchange)) : undefined;
    if (shown !== undefined) {
      await sendAgain(renamed(body, shown));
      if (!isSuccess(exchange)) replaceMembers(body, sent);
    }
    const sessions = this.#sessions.get(built.operation) ?? 0;
    const mayAmend = isRefused() && sessions < MAX_SESSIONS;
    if (mayAmend) this.#sessions.set(built.operation, sessions + 1);
    const original = { ...body };
    const learnedBefore = this.#overrides.get(built.operation) ?? {};
    for (let round = 0; mayAmend && round < REASONS.amended.repeats && isRefused(); round++) {
      const refused = { ...built, body: { ...body }, original, tried, errors: errorsOf(exchange) };
      const amended = await this.#amendBody?.(refused, api);
      if (amended === undefined) break;
      for (const field of amended.fields)
        tried.set(field, new Set([...(tried.get(field) ?? []), sentAt(amended.body, field)]));
      this.#learn(refused, built.standard, amended.body);
      await sendAgain(amended.body);
    }
    if (isSuccess(exchange)) this.#noteAccepted(built, body, exchange.received);
    // A target may repeat its first reply to the same Idempotency-Key; then only the next request with another key shows
    // whether the amended body is accepted.
    const mayBeReplay = options.headers?.['Idempotency-Key'] !== undefined;
    if (!this.#accepted.has(built.operation) && !mayBeReplay)
      this.#overrides.set(built.operation, learnedBefore);
    if (isSuccess(exchange) || INFORMATIVE_STATUSES.has(exchange.status)) return exchange;
    replaceMembers(body, sent);
    return first;
  }

  /**
   * Forgets the learned values that a refusal names. Only an accepted body confirms what was learned, so a value that
   * is refused again takes the place of the suite's own value no longer. @returns whether something was forgotten
   */
  #forget({ operation, standard }: BuiltBody, errors: Record<string, string[]>): boolean {
    const learned = this.#overrides.get(operation) ?? {};
    const refused = new Set(Object.keys(errors).map(memberOfKey));
    const isRefused = (name: unknown): boolean => refused.has(String(name)) && String(name) in standard;
    const { $remove, ...members } = learned;
    const removed = Array.isArray($remove) ? $remove : [];
    const wrong = [...Object.keys(members), ...removed].filter(isRefused);
    if (wrong.length === 0) return false;
    const kept = Object.fromEntries(Object.entries(members).filter(([name]) => !isRefused(name)));
    const keptRemoved = removed.filter((name) => !isRefused(name));
    this.#overrides.set(operation, keptRemoved.length > 0 ? { ...kept, $remove: keptRemoved } : kept);
    return true;
  }

  #learn(
    { operation, original, placeholders }: Pick<RefusedBody, 'operation' | 'original' | 'placeholders'>,
    standard: Body,
    body: Body,
  ): void {
    // A member that is the suite's own under another name has the value of that member in every request.
    const own = Object.entries(distinctiveTexts(fillPlaceholders(standard, placeholders) as Body)).filter(
      ([, text]) => !Object.values(placeholders).includes(text),
    );
    const named = mapLeaves(difference(original, body), (leaf) => {
      const [name] = own.find(([, text]) => text === leaf) ?? [];
      return name === undefined ? leaf : `{${name}}`;
    });
    const change = restorePlaceholders(named, placeholders) as Body;
    const before = this.#overrides.get(operation) ?? {};
    const removed = [before.$remove, change.$remove].flatMap((names) => (Array.isArray(names) ? names : []));
    const kept = [...new Set(removed)].filter((name) => !(String(name) in body));
    const { $remove: _removed, ...members } = { ...before, ...change };
    this.#overrides.set(operation, kept.length > 0 ? { ...members, $remove: kept } : members);
  }

  #noteAccepted({ operation, own, standard, placeholders }: BuiltBody, sent: Body, reply: unknown): void {
    const known = withoutIgnored(own, sent, reply);
    this.requests[operation] = { own, sent: known };
    this.#accepted.add(operation);
    if (Object.keys(known).length === Object.keys(sent).length) return;
    this.#learn({ operation, original: standard, placeholders }, standard, known);
    replaceMembers(sent, known);
  }

  /**
   * Writes a body with the names that the target file gives, and an update with those that the target accepted for the same
   * kind of resource.
   */
  #written(id: OperationId, own: Body): Body {
    const { schema = '' } = operation(id).body ?? {};
    const family = familyOf(schema);
    const { [id]: last, ...others } = this.requests;
    const ofKind = Object.entries(others).filter(([one]) => kindOf(one as OperationId) === kindOf(id));
    const accepted = { ...(last && { [id]: last }), ...Object.fromEntries(ofKind) };
    const learned = isUpdate(id) ? requestsOf(accepted)[family] : undefined;
    const requests = { ...sureMembers(this.#form.kinds[family]), ...learned };
    if (Object.keys({ ...requests, ...this.#form.words }).length === 0) return own;
    const kinds = { ...this.#form.kinds, [family]: { members: {}, requests } };
    const form = { ...this.#form, kinds };
    return new Codec(form, new Codec(form)).show(schema, own, keepsRequest(id)) as Body;
  }

  /**
   * Returns the names under which replies show the members of an update that is refused because of them: the suite's name
   * → the name in replies; undefined when there are none.
   */
  #namesInReplies(
    id: OperationId,
    body: Body,
    errors: Record<string, string[]>,
  ): Readonly<Record<string, Place>> | undefined {
    const kind = kindOf(id);
    if (kind === undefined || !isUpdate(id)) return undefined;
    const refused = Object.keys(errors).map(memberOfKey);
    const names = Object.entries(this.#shownNames(kind)).filter(([ours, [theirs = '', ...below]]) => {
      if (below.length > 0 || theirs === ours || !(ours in body) || theirs in body) return false;
      return refused.length === 0 || refused.includes(ours) || refused.includes(theirs);
    });
    return names.length === 0 ? undefined : Object.fromEntries(names);
  }
}

const distinctiveTexts = (body: Body): Record<string, string> => {
  const values = Object.values(body);
  return Object.fromEntries(
    Object.entries(body).filter(
      (member): member is [string, string] =>
        typeof member[1] === 'string' &&
        member[1] !== '' &&
        values.indexOf(member[1]) === values.lastIndexOf(member[1]),
    ),
  );
};

const fillable = (override: Body | undefined, filling: PlaceholderValues): Body | undefined =>
  override &&
  Object.fromEntries(
    Object.entries(override).filter(
      ([, value]) => !/"\{\w+\}"/.test(JSON.stringify(fillPlaceholders(value, filling)) ?? ''),
    ),
  );

/**
 * Returns an accepted body without the members of the contract that the target has ignored: the reply shows the value of
 * each only under another name, which the body has beside it.
 */
function withoutIgnored(own: Body, sent: Body, reply: unknown): Body {
  const shown = leavesOf(reply);
  const added = leavesIn(sent).filter(([[first = '']]) => !(first in own));
  const isIgnored = (name: string): boolean => {
    const shows = (other: string): boolean =>
      shown.some((leaf) => leaf.name === other && JSON.stringify(leaf.value) === JSON.stringify(own[name]));
    return (
      name in own &&
      !shown.some((leaf) => snakeCase(leaf.name) === name) &&
      added.some(([place]) => shows(place.at(-1) ?? ''))
    );
  };
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isIgnored(name)));
}

const sureMembers = ({ members = {}, requests = members, guessed = [] }: Partial<KindForm> = {}): Members =>
  Object.fromEntries(
    Object.entries(requests).filter(([name, place]) => place !== null && !guessed.includes(name)),
  );

const isUpdate = (id: OperationId): boolean => ['PUT', 'PATCH'].includes(operation(id).method);

function renamed(body: Body, places: Readonly<Record<string, Place>>): Body {
  const moved: Body = structuredClone(
    Object.fromEntries(Object.entries(body).filter(([name]) => !places[name])),
  );
  for (const [name, place] of Object.entries(places)) if (name in body) put(moved, place, body[name]);
  return moved;
}

/** Statuses that refuse a valid body for another reason: missing rights, missing funds, a conflicting state. */
const INFORMATIVE_STATUSES = new Set([401, 402, 403, 409, 429]);

function replaceMembers(body: Body, members: Body): void {
  for (const name of Object.keys(body)) if (!(name in members)) delete body[name];
  Object.assign(body, members);
}

/** Returns the member of the body that a field key is about: `domain` for `domain`, `$.domain` and `body.domain.0`. */
const memberOfKey = (key: string): string =>
  key
    .replace(/^\$?\.?(body\.)?/, '')
    .split(/[./[\]]+/)
    .find((segment) => segment !== '') ?? '';

const sentAt = (body: unknown, field: string): string =>
  JSON.stringify(field.split('.').reduce((at, name) => (isObject(at) ? at[name] : undefined), body)) ?? '';

const errorsOf = ({ json }: Exchange): Record<string, string[]> => parseErrorBody(json)?.errors ?? {};

function difference(from: Body, to: Body): Body {
  const changed = Object.entries(to).flatMap(([name, value]): [string, unknown][] => {
    const before = from[name];
    if (JSON.stringify(before) === JSON.stringify(value)) return [];
    return [[name, isObject(before) && isObject(value) ? difference(before, value) : value]];
  });
  const removed = Object.keys(from).filter((name) => !(name in to));
  return { ...Object.fromEntries(changed), ...(removed.length > 0 ? { $remove: removed } : {}) };
}
