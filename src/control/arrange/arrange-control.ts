// Arranges a scenario in a world: parses it, arranges its records in one transaction, and returns their ids.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isObject } from '../../contract/is-object.ts';
import { pointerSegment } from '../../contract/json/pointer.ts';
import type { WorldServer } from '../../server/app.ts';
import type {
  Arrangement,
  ParsedScenario,
  RecordKind,
  RecordTarget,
  ScenarioRecord,
} from '../../server/arrangement.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import { refusalEntry, refusalMessage } from '../../server/pipeline/refusals.ts';
import { Refusal } from '../../state/refusal.ts';
import type { Tables } from '../../state/tables/table.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import { checkInput } from '../input.ts';
import { assertMemoryLimit } from '../memory-limit.ts';
import { bodyMembersOf, parseOwnMember, type Report, validateBody } from './validate-members.ts';

/** The result of arranging a scenario: the ids by `as` name, and the records in the shape of the scenario. */
export type Arranged = { ids: Record<string, string>; [member: string]: unknown };

/** What the timeline of the world says about the commit. */
const CAUSE = { kind: 'scenario' } as const;

/**
 * Arranges a scenario in a world.
 * @throws ControlError 422 that names each problem by JSON pointer, and when the mock definition can arrange nothing; then
 * the world is unchanged
 */
export async function arrangeScenario<T extends Tables>(
  worldServer: WorldServer<T>,
  definition: MockDefinition<T>,
  json: unknown,
): Promise<Arranged> {
  const { world, seeded } = worldServer;
  const arrangement = await definition.arrangement?.();
  if (!arrangement) throw new ControlError('NOT_ARRANGEABLE', 'This mock has no records to arrange.');
  assertMemoryLimit();
  world.runDue();
  let current: ScenarioRecord | null = null;
  try {
    const arranged = world.transact(
      null,
      (store) => {
        const scenario = parseScenario(arrangement, json, {
          now: store.nowMs - (store.nowMs % 1000),
          tenants: arrangement.tenants(store, seeded.personas),
          exists: (table, id) => store[table]?.find(id) !== undefined,
        });
        arrangement.arrange(store, scenario, {
          seed: Number(world.seed),
          during(record, run) {
            const before = current;
            current = record;
            const result = run();
            current = before;
            return result;
          },
        });
        const [violation] = definition.invariants(store);
        if (violation !== undefined)
          throw invalidInput({ '': [`would leave a world in which ${violation}.`] });
        return resultOf(arrangement, scenario);
      },
      CAUSE,
    );
    worldServer.notifyChanged();
    return arranged;
  } catch (error) {
    if (error instanceof Refusal) throw refusedRecord(error, current);
    throw error;
  }
}

// Builds the error for a record that the platform refuses, such as a domain name that is registered already.
function refusedRecord(refusal: Refusal, record: ScenarioRecord | null): ControlError {
  const { field = '' } = refusalEntry(refusal.reason);
  const at = record?.pointer ?? '';
  const errors = refusal.errors ?? { [field]: [refusalMessage(refusal)] };
  return invalidInput(
    Object.fromEntries(
      Object.entries(errors).map(([field, messages]): [string, string[]] => {
        const [member = ''] = field.split('.');
        const isGiven =
          record !== null && (Object.hasOwn(record.given, member) || Object.hasOwn(record.own, member));
        return [isGiven ? `${at}/${field.split('.').map(pointerSegment).join('/')}` : at, [...messages]];
      }),
    ),
  );
}

function resultOf<T extends Tables>({ kinds }: Arrangement<T>, { root, names }: NamedScenario): Arranged {
  const idOf = (record: ScenarioRecord): string => {
    if (record.id === null) throw new Error(`${record.pointer} was not arranged.`);
    return record.id;
  };
  const shapeOf = (children: ScenarioRecord['children']): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(children).map(([member, records]) => {
        const shaped = records.map((one) => ({ ...one.extra, ...shapeOf(one.children), id: idOf(one) }));
        return [member, records[0] && kinds[records[0].kind]?.single ? shaped[0] : shaped];
      }),
    );
  const ids = Object.fromEntries([...names].map(([name, record]) => [name, idOf(record)]));
  return { ids, ...shapeOf(root.children) };
}

const MAX_RECORDS = 5000;
const MAX_PROBLEMS = 50;
const COMMON = ['as', 'count'];
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** What the parser needs to know about the world. */
type ScenarioContext = {
  /** the world's present time in milliseconds since 1970 */
  now: number;
  /** the tenants that the member `tenant` can name, the default first */
  tenants: readonly { id: string; names: readonly string[] }[];
  exists(table: string, id: string): boolean;
};

/** A parsed scenario, and its records by the names that `as` gives them. */
type NamedScenario = ParsedScenario & { readonly names: ReadonlyMap<string, ScenarioRecord> };

type Draft = { -readonly [Member in keyof ScenarioRecord]: ScenarioRecord[Member] };
type Pending = { draft: Draft; member: string; kind: string; value: unknown; pointer: string };

// Parses a scenario. Throws ControlError 422 that names each problem by JSON pointer.
function parseScenario<T extends Tables>(
  { kinds, root: rootKind }: Arrangement<T>,
  json: unknown,
  { now, tenants, exists }: ScenarioContext,
): NamedScenario {
  const problems: Record<string, string[]> = {};
  const records: Draft[] = [];
  const names = new Map<string, Draft>();
  const pending: Pending[] = [];
  let reports = 0;
  const report: Report = (pointer, message) => {
    reports += 1;
    const messages = problems[pointer] ?? [];
    if (messages.includes(message) || Object.keys(problems).length >= MAX_PROBLEMS) return;
    problems[pointer] = [...messages, message];
  };
  const kindOf = (name: string): RecordKind => {
    const kind = kinds[name];
    if (!kind) throw new Error(`The arrangement has no kind ${name}.`);
    return kind;
  };

  const newDraft = (kind: string, pointer: string, tenant: Draft | null, owner: Draft | null): Draft => {
    const draft: Draft = {
      kind,
      pointer,
      ordinal: records.length,
      given: {},
      own: {},
      tenant: undefined as never,
      owner,
      refs: {},
      children: {},
      id: null,
      extra: {},
    };
    draft.tenant = tenant ?? draft;
    records.push(draft);
    return draft;
  };

  // Parses the records of a member: an array of objects, or one object where the kind allows only one.
  const parseList = (value: unknown, kindName: string, at: string, parent: Draft): Draft[] => {
    const kind = kindOf(kindName);
    if (kind.single) {
      if (isObject(value)) return parseRecords(value, kindName, at, parent);
      report(at, 'must be an object.');
      return [];
    }
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => {
        if (isObject(item)) return parseRecords(item, kindName, `${at}/${index}`, parent);
        report(
          `${at}/${index}`,
          `must be an object that describes one ${kind.noun}; {} takes every default.`,
        );
        return [];
      });
    }
    report(at, `must be an array of objects, such as [{ "count": 2 }].`);
    return [];
  };

  const parseRecords = (
    json: Record<string, unknown>,
    kindName: string,
    at: string,
    parent: Draft,
  ): Draft[] => {
    const { count = 1, as } = json;
    if (!Number.isSafeInteger(count) || Number(count) < 1 || Number(count) > MAX_RECORDS) {
      report(`${at}/count`, `must be a whole number from 1 to ${MAX_RECORDS}.`);
      return [];
    }
    if (as !== undefined && count !== 1) report(`${at}/as`, 'names one record: leave out count, or as.');
    if (records.length + Number(count) > MAX_RECORDS) {
      if (!('' in problems))
        report('', `has more than ${MAX_RECORDS} records: arrange them in several calls.`);
      return [];
    }
    const parsed: Draft[] = [];
    const before = reports;
    // Every further copy of an invalid record has the same problems.
    while (parsed.length < Number(count) && reports === before)
      parsed.push(parseRecord(json, kindName, at, parent));
    return parsed;
  };

  const parseRecord = (json: Record<string, unknown>, kindName: string, at: string, parent: Draft): Draft => {
    const kind = kindOf(kindName);
    // A record that is nested in a tenant belongs to the tenant; any other record belongs to the one it is nested in.
    const isTenant = kindName === rootKind;
    const owner = parent.kind === rootKind ? null : parent;
    const draft = newDraft(kindName, at, isTenant ? null : parent.tenant, isTenant ? null : owner);
    parseMembers(draft, kind, json, at);
    const { as } = json;
    if (as !== undefined) parseName(draft, as, `${at}/as`);
    if (kind.owner && owner === null && !isTenant) {
      const { member, required } = kind.owner;
      const value = json[member];
      if (value !== undefined)
        pending.push({ draft, member: '', kind: kind.owner.kind, value, pointer: `${at}/${member}` });
      else if (required)
        report(at, `must be nested in ${aNoun(kindOf(kind.owner.kind))}, or name it by ${member}.`);
    }
    return draft;
  };

  const parseName = (draft: Draft, as: unknown, at: string): void => {
    if (typeof as !== 'string' || !NAME.test(as)) {
      report(
        at,
        'must be a name of 1 to 64 letters, digits, underscores, dots and dashes that begins with a letter.',
      );
    } else if (names.has(as)) report(at, `is the name of another record already: ${names.get(as)?.pointer}.`);
    else names.set(as, draft);
  };

  const parseMembers = (draft: Draft, kind: RecordKind, json: Record<string, unknown>, at: string): void => {
    const given: Record<string, unknown> = {};
    const own: Record<string, unknown> = {};
    const children: Record<string, Draft[]> = {};
    draft.given = given;
    draft.own = own;
    draft.children = children;
    const { children: kinds = {} } = kind;
    const bodyMembers = bodyMembersOf(kind);
    const ownerMember = kind.owner && draft.owner === null ? [kind.owner.member] : [];
    for (const [name, value] of Object.entries(json)) {
      const pointer = `${at}/${pointerSegment(name)}`;
      const ownMember = Object.hasOwn(kind.own, name) ? kind.own[name] : undefined;
      const child = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
      if (value === undefined || COMMON.includes(name) || ownerMember.includes(name)) continue;
      if (child !== undefined) children[name] = parseList(value, child, pointer, draft);
      else if (ownMember?.type === 'reference')
        pending.push({ draft, member: name, kind: ownMember.kind, value, pointer });
      else if (ownMember) {
        const parsed = parseOwnMember(ownMember, value, now, (message) => report(pointer, message));
        if (parsed !== undefined) own[name] = parsed;
      } else if (bodyMembers.includes(name)) given[name] = value;
      else {
        const members = [
          ...COMMON,
          ...ownerMember,
          ...Object.keys(kind.own),
          ...Object.keys(kinds),
          ...bodyMembers,
        ];
        const hint =
          name === 'name' || name === 'id' ? '; to name it for ids, write as.' : didYouMean(name, members);
        report(
          pointer,
          `is no member of ${aNoun(kind)}${hint || `; its members are ${members.join(', ')}.`}`,
        );
      }
    }
    validateBody(kind, given, at, report);
  };

  if (!isObject(json))
    throw invalidInput({ '': ['must be an object, such as { "customers": [{ "count": 3 }] }.'] });
  const { tenant: tenantName, $schema: _, ...content } = json;
  const root = newDraft(rootKind, '', null, null);
  const known = tenants.flatMap((one) => one.names);
  const tenant = tenants.find(({ id, names }) =>
    tenantName === undefined
      ? true
      : id === tenantName || (typeof tenantName === 'string' && names.includes(tenantName)),
  );
  if (!tenant && tenantName === undefined) report('/tenant', 'is missing: the world has no tenant.');
  else if (!tenant) checkInput({ enum: known }, tenantName, '/tenant', report);
  root.id = tenant?.id ?? null;
  const rootMembers: RecordKind = { ...kindOf(rootKind), noun: 'scenario', body: null, own: {} };
  parseMembers(
    root,
    { ...rootMembers, children: { ...rootMembers.children, [rootKind]: rootKind } },
    content,
    '',
  );

  for (const { draft, member, kind, value, pointer } of pending) {
    if (Object.keys(problems).length >= MAX_PROBLEMS) break;
    const target = resolve(value, kind, pointer);
    if (!target) continue;
    if (member === '') draft.owner = target;
    else draft.refs = { ...draft.refs, [member]: target };
  }

  function resolve(value: unknown, kind: string, pointer: string): RecordTarget | null {
    const { noun, table } = kindOf(kind);
    const candidates = [...names].filter(([, one]) => one.kind === kind).map(([name]) => name);
    const named = typeof value === 'string' ? names.get(value) : undefined;
    if (named?.kind === kind) return named;
    if (typeof value === 'string' && exists(table, value)) return { id: value };
    const hint = typeof value === 'string' ? didYouMean(value, candidates) : '';
    const there = candidates.length === 0 ? `no ${noun} of the scenario has one` : candidates.join(', ');
    report(
      pointer,
      `must be the id of ${aNoun(kindOf(kind))}, or the name that as gives to one (${there})${hint || '.'}`,
    );
    return null;
  }

  if (Object.keys(problems).length > 0) throw invalidInput(problems);
  return { root, records, names };
}

const aNoun = ({ noun }: Pick<RecordKind, 'noun'>): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
