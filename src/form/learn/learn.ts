// Learns the form of a deployment from what the exchanges of a run have shown.

import { document } from '../../contract/document.ts';
import { namesIn, pointerTo } from '../../contract/json/pointer.ts';
import { operations } from '../../contract/operations.ts';
import { familyOf, hasOpenIds, membersByFamily, nameOf, propertiesOf } from '../families.ts';
import {
  CONTRACT_FORM,
  FACTS,
  type Fact,
  type Form,
  type KindForm,
  type ListForm,
  type MemberPlace,
  type Members,
  type Place,
} from '../form.ts';
import { CASINGS, STATE_STYLES, snakeCase, VOCABULARY_STYLES } from '../names.ts';
import { enumerationOf, TIMES, vocabulary } from '../values.ts';
import { type Found, membersIn } from './members.ts';
import { keepsNames, leavesIn, requestsOf } from './requests.ts';
import { isFurther, most, type Resource, resourcesIn, type Seen } from './shown.ts';

/**
 * Learns the form of a deployment. A kind says of which members the place was only guessed, by names and forms of values;
 * a member that no reply showed stands nowhere.
 */
export function learn(seen: Seen): Form {
  const resources = resourcesIn(seen);
  const requests = requestsOf(seen.requests);
  const { found, missing, further } = membersIn(resources, seen, requests);
  const keeps = keepsNames(seen.requests, requests, found);
  const singles = resources.filter(({ envelope }) => envelope !== undefined);
  const { lists, rows } = listsOf(seen);
  const forms = resources.flatMap(({ shown }) => [...shown]);
  const write =
    CASINGS[casingOf(forms.flatMap(([at]) => at.split('/')).filter((name) => !isFurther([name])))];
  const usual = (member: string): Place | undefined =>
    most(Object.values(found).map((members) => members[member]?.join('/')))?.split('/');
  const asking = new Set(operations.map(({ body }) => familyOf(body?.schema ?? '')));
  const kinds = [...membersByFamily()].map(([family, all]): [string, KindForm] => {
    const own = found[family] ?? {};
    const inOne = joined(family, own, resources);
    const rest = [...all.keys()].filter((member) => !(member in own));
    const unknown = Object.fromEntries(rest.map((member) => [member, usual(member) ?? [write(member)]]));
    const shown: Members = { ...placed(family, unknown, own), ...inOne };
    const hidden = (missing[family] ?? []).filter((member) => !(member in inOne) && !SECRETS.test(member));
    const members: Members = { ...shown, ...Object.fromEntries(hidden.map((member) => [member, null])) };
    const asked = placed(family, keeps ? {} : shown, requests[family] ?? {});
    const resource = singles.find(({ schema }) => familyOf(schema) === family);
    const differing = differences(members);
    const id = own.id?.join('/') ?? '';
    const hasAddress = resources.some(
      ({ schema, shown }) => familyOf(schema) === family && /^(url|path)/.test(shown.get(id) ?? ''),
    );
    const taken = new Set(Object.values(inOne).flatMap((place) => JSON.stringify(place).match(/\w+/g)));
    const others = (further[family] ?? []).filter((name) => !taken.has(name));
    const proven = seen.proven[family] ?? {};
    const guessed = Object.keys(differing).filter((member) => !(member in proven));
    return [
      family,
      {
        members: differing,
        ...(guessed.length > 0 && { guessed }),
        ...((keeps || asking.has(family)) &&
          !sameAs(differences(asked), differing) && { requests: differences(asked) }),
        ...(resource?.envelope && { envelope: [resource.envelope] }),
        ...(rows[family] && { rows: rows[family] }),
        ...(resource?.jsonapi && { type: snakeCase(family) }),
        ...(hasAddress && { hasAddress }),
        ...(others.length > 0 && { further: others }),
      },
    ];
  });
  const jsonapi = singles.filter((one) => one.jsonapi).length * 2 > singles.length;
  return {
    kinds: Object.fromEntries(
      kinds.filter(([, kind]) =>
        Object.values(kind).some((one) => one === true || Object.keys(one).length > 0),
      ),
    ),
    words: wordsOf(seen),
    ids: idsOf(resources, found, seen.hasSharedIds),
    times: timesOf(forms.flatMap(([, form]) => (form.startsWith('time ') ? form.slice(5) : []))),
    fields: fieldsOf(seen.fields),
    objects: jsonapi ? 'jsonapi' : isJsend(seen.replies) ? 'jsend' : 'plain',
    lists,
    keepsStated: {
      orders: !isRenamed('Order', ['total_amount', 'created_at', 'invoice_id', 'services']),
      sessions: !isRenamed('Session', ['token', 'expires_at', 'user']),
    },
  };

  function isRenamed(schema: string, stated: readonly string[]): boolean {
    const members = found[schema] ?? {};
    return (
      stated.some((member) => members[member] !== undefined && members[member].join('/') !== member) ||
      singles.some((one) => one.schema === schema && one.envelope)
    );
  }
}

/** Members without which a client cannot go on; they keep their names where those of the deployment are not known. */
const SECRETS = /^(key|secret|password|token)$/;

const sameAs = (one: Members, other: Members): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const differences = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([member, place]) => !(Array.isArray(place) && place.join('/') === member),
    ),
  );

/** Returns the members of a family at the places that were found. A member that would stand in such a place moves. */
function placed(family: string, members: Members, found: Members): Members {
  const textOf = (place: MemberPlace): string => (place && !('parts' in place) ? place.join('.') : '');
  const taken = Object.values(found).map(textOf);
  const free = Object.entries(members).map(([member, place]): [string, MemberPlace] => {
    const at = textOf(place);
    const isTaken = taken.some((one) => one === at || one.startsWith(`${at}.`) || at.startsWith(`${one}.`));
    return [member, isTaken && at !== '' ? [`${family}_${member}`.toLowerCase()] : place];
  });
  return { ...Object.fromEntries(free), ...found };
}

/** Returns the members that stand together in one, in parts, or flat beside the others. */
function joined(family: string, found: Found[string], resources: readonly Resource[]): Members {
  const places = resources
    .filter(({ schema }) => familyOf(schema) === family)
    .flatMap(({ shown }) => [...shown.keys()].map((at) => at.split('/')));
  const placeOf = (text: string) => places.find((place) => snakeCase(place.join('/')) === text);
  const members: Record<string, MemberPlace> = {};
  const full = placeOf('full_name');
  if (full && !found.first_name && !found.last_name) members.first_name = members.last_name = full;
  const [sld, tld] = [placeOf('domain_name/sld'), placeOf('domain_name/tld')];
  if (sld && tld) for (const name of DOMAINS[family] ?? []) members[name] = { parts: [sld, tld] };
  for (const [name, property] of Object.entries(propertiesOf(family)))
    if (nameOf(property) === 'Address')
      for (const part of Object.keys(propertiesOf('Address'))) {
        const place = placeOf(`${name}_${part}`);
        if (place) members[`${name}.${part}`] = place;
      }
  return members;
}

/** Family → its members that are domains and may stand in two parts. */
const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  Domain: ['name', 'domain'],
  DomainAvailability: ['domain'],
};

/** Learns the form of lists, and what the rows of each family stand in. */
function listsOf({ pages, replies, parameter }: Seen): {
  lists: ListForm;
  rows: Record<string, Place>;
} {
  const seen = Object.entries(pages).flatMap(([id, page]) => (page ? [[id, page] as const] : []));
  const rows: Record<string, Place> = {};
  const facts: Partial<Record<Fact, Place>> = {};
  let link: 'path' | 'url' | undefined;
  for (const [id, { rows: at, facts: told }] of seen) {
    const { responses } = operations.find((one) => one.id === id) ?? {};
    rows[familyOf(responses?.[200]?.schema?.replace(/Page$/, '') ?? '')] ??= namesIn(at);
    for (const fact of FACTS) {
      const place = told[fact];
      if (place && !isFurther(place)) facts[fact] ??= place;
    }
    const kind = told.next && replies[id]?.[pointerTo(told.next)]?.split(' ')[0];
    if (kind === 'path' || kind === 'url') link = kind;
  }
  const byFact = { cursor: 'token', offset: 'offset', page: 'numbers', more: 'last id' } as const;
  const fact = (['cursor', 'offset', 'page', 'more'] as const).find((one) => facts[one] !== undefined);
  const next = facts.next
    ? (link ?? 'path')
    : fact
      ? byFact[fact]
      : parameter !== undefined
        ? 'link'
        : CONTRACT_FORM.lists.next;
  const sizes = seen.map(([, page]) => page.size);
  const full = Math.max(...sizes);
  // A page is full when another list ends there too, or when a member says so.
  const isFull =
    sizes.filter((one) => one === full).length > 1 || seen.some(([, { numbers }]) => numbers.includes(full));
  const order = most(seen.map(([, page]) => page.order));
  const isOwn =
    facts.next?.join('.') === 'links.next' &&
    facts.page?.join('.') === 'meta.current_page' &&
    Object.values(rows).every((place) => place.join('.') === 'data');
  return {
    lists: {
      ...CONTRACT_FORM.lists,
      next,
      facts: seen.length === 0 || isOwn ? null : facts,
      ...(isFull && { size: full }),
      ...(order && { order }),
      ...(parameter !== undefined && parameter !== 'page' && { parameters: { page: parameter } }),
    },
    rows,
  };
}

function casingOf(names: readonly string[]): keyof typeof CASINGS {
  const kinds = Object.keys(CASINGS) as (keyof typeof CASINGS)[];
  const votes = names.map((name) => {
    const snake = snakeCase(name);
    return /^[a-z]+(_[a-z]+)+$/.test(snake) ? kinds.find((one) => CASINGS[one](snake) === name) : undefined;
  });
  return most(votes) ?? 'snake';
}

const MOMENT = '2026-11-20T08:00:01Z';

function timesOf(masks: readonly string[]): Form['times'] {
  const mask = most(masks);
  const found = Object.entries(TIMES).find(([, write]) => write(MOMENT).replace(/\d/g, '9') === mask);
  return (found?.[0] as Form['times'] | undefined) ?? 'zulu';
}

function idsOf(resources: readonly Resource[], found: Found, hasShared = false): Form['ids'] {
  const forms = resources.flatMap(({ schema, shown }) => {
    const family = familyOf(schema);
    return hasOpenIds(family) ? [shown.get(found[family]?.id?.join('/') ?? '')?.replace(/ of .*/, '')] : [];
  });
  const numeric = hasShared ? 'numeric per kind' : 'numeric';
  const known = { integer: numeric, ulid: 'ulid', prefixed: 'prefixed', code: 'code' } as const;
  return known[(most(forms) ?? '') as keyof typeof known] ?? 'uuid';
}

function fieldsOf(fields: readonly string[]): Form['fields'] {
  if (fields.some((one) => one.includes('['))) return 'brackets';
  if (fields.some((one) => one.startsWith('/'))) return 'pointer';
  return !fields.some((one) => /\w\.\w/.test(one)) && fields.length > 1 ? 'leaf' : 'dots';
}

function isJsend(replies: Seen['replies']): boolean {
  const all = Object.values(replies);
  return all.filter((one) => one?.['/status'] === 'word').length * 3 > all.length;
}

const NO_MEMBER = { family: '', member: '' };

function wordsOf({ states, requests }: Seen): Form['words'] {
  const { schemas } = document().components;
  // What all replies show alike is a word of the envelope.
  const shared = most(Object.values(states).flat());
  const isShared =
    Object.values(states).filter((words) => words.join() === shared).length * 2 > Object.keys(states).length;
  const steps = Object.entries(states).flatMap(([key, words]) => {
    if (isShared && words.join() === shared) return [];
    const [kind = '', id = ''] = key.split(' ');
    const name = nameOf(propertiesOf(kind).status ?? {});
    const machine = schemas[name]?.['x-state-machine'] ?? [];
    const chain = machine
      .filter((one) => one.operation === id)
      .slice(0, 1)
      .map(({ to }) => to);
    for (let next = chain[0]; next !== undefined && chain.length < 2; ) {
      next = machine.find((one) => one.from === next && one.operation === undefined)?.to;
      if (next !== undefined) chain.push(next);
    }
    return chain.length > 0 ? [{ name, chain, words }] : [];
  });
  const known = (name: string): string[] => (schemas[name]?.enum ?? []).map(String);
  const shown = [...new Set(steps.flatMap(({ name, words }) => words.map((word) => `${name} ${word}`)))].map(
    (one) => one.split(/ (.*)/s) as [string, string],
  );
  /** Returns how many words of states a style makes of those of the contract. */
  const explained = (write: (word: string) => string): number =>
    shown.filter(([name, word]) => known(name).some((one) => write(one) === word)).length;
  const own = (word: string): string => word;
  // A few words may be those of another style by chance.
  const write =
    Object.values(STATE_STYLES).find(
      (one) => explained(one) > Math.max(2, explained(own)) && explained(one) * 2 > shown.length,
    ) ?? own;
  const found: Record<string, Record<string, string>> = {};
  const add = (name: string, word: string, other: string): void => {
    // The one state that the specification shows is no other one in any deployment.
    const isStated = name === 'OrderStatus' && word === 'processing';
    if (other !== word && !isStated) found[name] = { [word]: other, ...found[name] };
  };
  for (const { name, chain, words } of steps) {
    const styled = new Set(known(name).map(write));
    // Fewer words than states tell not which was missed.
    chain.forEach((state, at) => {
      const word = words.length < chain.length ? undefined : words[at];
      const isTaken =
        word === undefined || styled.has(word) || Object.values(found[name] ?? {}).includes(word);
      if (!isTaken) add(name, state, word);
    });
  }
  if (write !== own)
    for (const [name, schema] of Object.entries(schemas))
      if (enumerationOf(name, schema, NO_MEMBER))
        for (const word of known(name)) if (found[name]?.[word] === undefined) add(name, word, write(word));
  const granted = new Set(
    Object.values(requests)
      .flatMap(({ sent }) => leavesIn(sent))
      .flatMap(([, value]) => value),
  );
  const ours = vocabulary().filter((word) => /\w[.:]\w/.test(word));
  const style = Object.values(VOCABULARY_STYLES).find((one) =>
    ours.some((word) => granted.has(one(...partsOf(word))) && !ours.some((same) => granted.has(same))),
  );
  if (style) for (const word of ours) add('vocabulary', word, style(...partsOf(word)));
  return found;
}

const partsOf = (word: string): [string, string] => word.split(/[.:]/) as [string, string];
