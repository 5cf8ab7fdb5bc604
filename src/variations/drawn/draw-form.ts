// Draws the form of a deployment: what some choices and a seed make of each name, place and word.
import { document } from '../../contract/document.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { operations } from '../../contract/operations.ts';
import { familyOf, nameOf, propertiesOf } from '../../form/families.ts';
import type { Form, KindForm, ListForm, MemberPlace, Members, Place } from '../../form/form.ts';
import { enumerationOf, vocabulary } from '../../form/values.ts';
import type { FormChoices } from './form-freedoms.ts';
import { Naming } from './naming.ts';
import { randomName, stateWord, vocabularyWord } from './words.ts';

/** What is chosen for request bodies where they keep the names of the contract. */
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

/** Returns the form that some choices make with a seed. */
export function drawForm(chosen: FormChoices, seed: number): Form {
  const naming = new Naming(chosen, seed);
  const ofRequests: FormChoices = {
    ...chosen,
    ...(chosen.references === 'objects in replies' && { references: 'flat' }),
    ...(chosen.requestNames === 'contract' && CONTRACT_NAMES),
  };
  const areAlike = chosen.requestNames === 'mapped' && chosen.references !== 'objects in replies';
  const requests = new Naming(ofRequests, seed);
  const { objects } = chosen;
  const kinds = naming.families().map((family): [string, KindForm] => {
    const resource = naming.resource(family);
    const isPlain = objects !== 'bare' && objects !== 'jsonapi' && objects !== 'jsend';
    const envelope = isPlain ? [objects === 'resource' ? resource : naming.word(objects)] : [];
    return [
      family,
      {
        members: membersOf(naming, chosen, family),
        ...(!areAlike && { requests: membersOf(requests, ofRequests, family) }),
        envelope: objects === 'jsonapi' || objects === 'jsend' ? ['data'] : envelope,
        rows: rowsOf(naming, chosen, family),
        ...(objects === 'jsonapi' && { type: naming.resource(family, true) }),
      },
    ];
  });
  return {
    kinds: Object.fromEntries(kinds),
    words: wordsOf(chosen, seed),
    ids: chosen.idForm,
    times: chosen.times,
    fields: chosen.fieldKeys,
    objects: objects === 'jsonapi' || objects === 'jsend' ? objects : 'plain',
    lists: listsOf(naming, chosen, seed),
    keepsStated: { orders: chosen.orderDetails === 'stated', sessions: chosen.sessions === 'stated' },
  };
}

function membersOf(naming: Naming, chosen: FormChoices, family: string): Members {
  const members: Record<string, MemberPlace> = Object.fromEntries(naming.membersOf(family));
  const properties = propertiesOf(family);
  if (chosen.joined === 'names' && 'first_name' in members && 'last_name' in members)
    members.first_name = members.last_name = [naming.word('full_name')];
  if (chosen.addresses === 'flat')
    for (const [name, property] of Object.entries(properties))
      if (nameOf(property) === 'Address')
        for (const [part, place] of naming.membersOf('Address'))
          members[`${name}.${part}`] = [naming.word(`address_${place.join('_')}`)];
  const inParts = { Domain: ['name', 'domain'], DomainAvailability: ['domain'] }[family] ?? [];
  if (chosen.split === 'domains')
    for (const name of inParts)
      if (name in members) members[name] = { parts: [partOf(naming, 'sld'), partOf(naming, 'tld')] };
  return members;
}

const partOf = (naming: Naming, part: string): Place => [naming.word('domain_name'), naming.word(part)];

function rowsOf(naming: Naming, { lists }: FormChoices, family: string): Place {
  const plural = naming.resource(family, true);
  if (lists === 'bare') return [];
  if (lists === 'embedded') return ['_embedded', plural];
  if (lists === 'within data') return [naming.word('data'), plural];
  return [lists === 'resource' ? plural : naming.word(lists)];
}

const OTHER_PARAMETERS: Readonly<Record<string, string>> = {
  page: 'p',
  per_page: 'limit',
  sort: 'order_by',
  q: 'search',
  status: 'state',
};
const BRACKETS: Readonly<Record<string, string>> = {
  page: 'page[number]',
  per_page: 'page[size]',
  sort: 'sort',
};

function listsOf(naming: Naming, chosen: FormChoices, seed: number): ListForm {
  const { lists, pages, pageSize, pageLimit, sizes, order, queries, words, casing } = chosen;
  const isOwn = words === 'own';
  /** Returns the name of a query parameter; the way to the next page may need another one for the page. */
  const parameter = (name: string): string => {
    if (name === 'page' && pages === 'token') return queries === 'own' ? 'cursor' : 'page_token';
    if (name === 'page' && pages === 'offset') return 'offset';
    if (name === 'page' && pages === 'last id') return 'starting_after';
    // A parameter of a page that no address in a reply shows could not be known.
    if (queries === 'random' && (name !== 'page' || ['path', 'url', 'link'].includes(pages)))
      return naming.written(randomName(seed, `query ${name}`));
    if (queries === 'brackets') return BRACKETS[name] ?? `filter[${name}]`;
    return naming.written(queries === 'other' ? (OTHER_PARAMETERS[name] ?? name) : name);
  };
  const grouped = (group: string[], names: readonly string[]): ListForm['facts'] =>
    Object.fromEntries(names.map((name) => [name, [...group, naming.word(name)]]));
  const url = lists === 'embedded' ? ['_links', 'next', 'href'] : ['links', 'next'];
  const next = { next: isOwn || lists === 'embedded' ? url : [naming.word('next_page_url')] };
  const token = isOwn ? ['meta', naming.word('next_cursor')] : [naming.word('next_page_token')];
  const facts: Record<ListForm['next'], ListForm['facts']> = {
    link: {},
    path: next,
    url: next,
    token: { cursor: token },
    'last id': { more: [naming.word('has_more')] },
    numbers: grouped([naming.word('pagination')], ['page', 'pages', 'total']),
    offset: grouped([], ['offset', 'limit', 'total']),
  };
  // Only rows or sizes differ: the page has the form of the mock.
  const isMocks = lists === 'data' && pages === 'path' && queries === 'own' && isOwn && casing === 'snake';
  const named = new Set(operations.flatMap(({ query }) => query.map(({ name }) => name)));
  const parameters = [...named].map((name) => [name, parameter(name)]);
  return {
    next: pages,
    facts: isMocks ? null : facts[pages],
    parameters: {
      ...Object.fromEntries(parameters.filter(([name, other]) => name !== other)),
      ...(sizes === 'ignored' && { per_page: null }),
    },
    size: Number(pageSize),
    limit: Number(pageLimit),
    order,
  };
}

const texts = (schema: JsonSchema | undefined): string[] =>
  (schema?.enum ?? []).filter((word) => typeof word === 'string');

function wordsOf({ states, vocabulary: style }: FormChoices, seed: number): Form['words'] {
  const found: Record<string, Record<string, string>> = {};
  const { schemas } = document().components;
  const add = (name: string, words: readonly string[], wordFor: (word: string) => string): void => {
    const others = words.map((word) => [word, wordFor(word)]).filter(([word, other]) => word !== other);
    if (others.length > 0) found[name] = Object.fromEntries(others);
  };
  add('vocabulary', vocabulary(), (word) => vocabularyWord(word, style, seed));
  if (states === 'own') return found;
  const addEnumeration = (name: string, schema: JsonSchema, at: { family: string; member: string }): void => {
    const enumeration = enumerationOf(name, schema, at);
    if (enumeration === undefined) return;
    // `processing` is the one state that the specification shows.
    const isShown = (word: string): boolean => enumeration === 'OrderStatus' && word === 'processing';
    add(enumeration, texts(schema), (word) =>
      isShown(word) ? word : stateWord(word, states, seed, enumeration),
    );
  };
  for (const [name, schema] of Object.entries(schemas)) {
    addEnumeration(name, schema, { family: '', member: '' });
    for (const [member, property] of Object.entries(schema.properties ?? {}))
      if (property.$ref === undefined) addEnumeration('', property, { family: familyOf(name), member });
  }
  return found;
}
