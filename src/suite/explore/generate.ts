// Generates valid requests of an operation: begins with the request that the suite itself sends, adds members that
// json-schema-faker makes, and varies some of them. Import this module with `import()`: only the exploration loads
// json-schema-faker.
import { document } from '../../contract/document.ts';
import { schemaValueMaker, type ValueMaker } from '../../contract/example-values/schema-value.ts';
import { firstValidValue } from '../../contract/example-values/valid-value.ts';
import { isObject } from '../../contract/is-object.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { allSchemas } from '../../contract/views.ts';
import type { Exploration } from '../model/exploration.ts';
import { type Random, shuffled } from '../model/random.ts';
import type { RequestCase } from '../model/request-case.ts';
import { fillTexts, isReference, referencesIn, referenceTo, withoutUnique } from './placeholders.ts';
import { type Part, partsOf, withPart } from './schema-tree.ts';
import { variationsOf } from './variations.ts';

/** How many parts of a request are varied, each number as often as the others. */
const VARIED_PARTS = [0, 1, 2, 4, 8, 16];
/** How often the first value of a list of variations is taken, and not any of them. */
const ENDS_SHARE = 0.5;
/** How often a request is made as a whole, and not from the request that the suite sends. */
const WHOLE_SHARE = 0.2;
/** How often made values are the documented examples. */
const EXAMPLE_SHARE = 0.3;
/** How many variations are tried for one member before another member is chosen. */
const TRIALS = 8;
/** An id for the validation of a reference, whose real form the target chooses. */
const SAMPLE_ID = '5b0f7f6e-0d3c-4f0e-9a51-6c1f2d3e4a5b';

/** What a generated request begins with: the request that the suite itself would send, with placeholders. */
export type StandardRequest = Pick<RequestCase, 'operation' | 'body' | 'query'>;

type GeneratorDeps = Pick<Exploration, 'references' | 'kept' | 'addresses'> & {
  runId: string;
  random: Random;
  /** the names of the references that the target has a resource for */
  hasReference(name: string): boolean;
};

/** Generates requests, and tells which simpler requests the contract allows too. */
export type Generator = {
  /** Generates a request; the same random numbers give the same requests. */
  generate(standard: StandardRequest): RequestCase;
  /** Lists the schemas of which no value could be made, each with the keywords that no value met. */
  unmade(): string[];
  /** Returns whether a request breaks no rule of the contract that the standard request keeps. */
  isAllowed(candidate: RequestCase, standard: StandardRequest): boolean;
};

const withMember = (value: Record<string, unknown>, name: string, member: unknown): Record<string, unknown> =>
  withPart(value, [name], member) as Record<string, unknown>;

/** Creates the generator of a run. */
export function createGenerator({
  runId,
  random,
  references,
  kept,
  addresses,
  hasReference,
}: GeneratorDeps): Generator {
  const schemas = allSchemas(document());
  const makers = new Map<string, ValueMaker>();
  /** schema → the keywords that no made value meets */
  const unmade = new Map<string, string>();
  const unique = `${runId}-00000`;

  function made(schema: string): unknown {
    const make = makers.get(schema) ?? schemaValueMaker(document(), schema);
    makers.set(schema, make);
    const examples = random.number() < EXAMPLE_SHARE;
    const chosen: ValueMaker = (seed, first) => make(seed, first === examples);
    const found = firstValidValue(chosen, random.integer(0, 0xffffffff), {
      validate: (value) => validateValue(schema, value),
    });
    if ('value' in found) return found.value;
    unmade.set(schema, `${schema}: ${found.keywords.join(', ')}`);
    return undefined;
  }

  /** Lists the problems of a value in both views, with sample ids in place of references. */
  function problemsOf(schema: string, value: unknown): Set<string> {
    const samples = Object.fromEntries(referencesIn(value).map((name) => [name, SAMPLE_ID]));
    const filled = fillTexts(value, { unique, references: samples });
    return new Set(
      (['full', 'stated'] as const).flatMap((view) =>
        validateValue(schema, filled, view).map(({ keyword, pointer }) => `${view} ${keyword} ${pointer}`),
      ),
    );
  }

  /**
   * Replaces in a made value the ids by references to resources of the run, and the addresses by addresses that belong
   * to nobody. @returns undefined for an id of which the run has no resource
   */
  function ownValue({ path, value, components }: Part): unknown {
    const name = [...path].reverse().find((step) => typeof step === 'string') ?? '';
    if (typeof value !== 'string') return value;
    const reference = references[name];
    if (reference !== undefined) return hasReference(reference) ? referenceTo(reference) : undefined;
    const known = Object.keys(addresses).find((one) => one === name || components.includes(one));
    if (known === undefined) return value;
    // The elements of a list must differ.
    const at = path.findLast((step) => typeof step === 'number') ?? 0;
    return at === 0 ? addresses[known] : addresses[known]?.replace('{unique}', `n${at}-{unique}`);
  }

  function withOwnValues(schema: JsonSchema, value: unknown): unknown {
    let result = value;
    // The last elements come first, so that the places of the others stay the same when an element is removed.
    for (const part of partsOf(schema, value, schemas).reverse()) {
      const own = ownValue(part);
      if (!Object.is(own, part.value)) result = withPart(result, part.path, own);
    }
    return result;
  }

  /** Adds members that the standard value lacks, and replaces some that it has. */
  function extended(schemaName: string, standard: unknown): unknown {
    const full = made(schemaName);
    if (full === undefined) return standard;
    const own = withOwnValues(schemas[schemaName] ?? {}, full);
    if (standard === undefined) return isNoWorse(schemaName, own, undefined) ? own : undefined;
    if (!isObject(own) || !isObject(standard)) return standard;
    // Members that depend on each other, such as the type and content of a DNS record, change only together.
    if (random.number() < WHOLE_SHARE && isNoWorse(schemaName, own, standard))
      return withKept(schemaName, own, standard);
    const share = random.pick([0, 0.2, 0.5, 1]);
    let result: Record<string, unknown> = { ...standard };
    for (const [name, member] of Object.entries(own)) {
      const isKept =
        keeps(schemaName, name) ||
        (name in standard && (isReference(standard[name]) || isUnique(standard[name])));
      if (isKept || random.number() >= (name in standard ? share / 3 : share)) continue;
      const candidate = { ...result, [name]: member };
      if (isNoWorse(schemaName, candidate, standard)) result = candidate;
    }
    return result;
  }

  /** Returns whether a member keeps the value that the suite sends. A query changes nothing, so all of it varies. */
  const keeps = (schemaName: string, name: string): boolean =>
    kept.has(name) && !schemaName.endsWith('.query');

  /** Takes back in a made value the members that keep the values of the suite, as far as it stays valid. */
  function withKept(
    schemaName: string,
    own: Record<string, unknown>,
    standard: Record<string, unknown>,
  ): unknown {
    let result = own;
    for (const name of new Set([...Object.keys(own), ...Object.keys(standard)])) {
      const member = standard[name];
      if (!keeps(schemaName, name) && !isReference(member) && !isUnique(member)) continue;
      const candidate = withMember(result, name, member);
      if (isNoWorse(schemaName, candidate, standard)) result = candidate;
    }
    return result;
  }

  const isUnique = (value: unknown): boolean => JSON.stringify(value)?.includes(unique) ?? false;

  const isNoWorse = (schema: string, candidate: unknown, standard: unknown): boolean => {
    const known = standard === undefined ? new Set() : problemsOf(schema, standard);
    return [...problemsOf(schema, candidate)].every((problem) => known.has(problem));
  };

  /** schema and place of a part → the values that were sent for it, so that each is sent before any is repeated */
  const sentValues = new Map<string, Set<string>>();

  /** Gives one part of a value another value that its schema allows, one that was not sent yet where there is one. */
  function withVariation(schemaName: string, value: unknown, part: Part, standard: unknown): unknown {
    const place = `${schemaName} ${part.path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')}`;
    const sent = sentValues.get(place) ?? new Set();
    sentValues.set(place, sent);
    const all = variationsOf(part, random, unique);
    // The ends of what a schema allows come first in the list, and are the likeliest to show a violation.
    const others = random.number() < ENDS_SHARE ? all : shuffled(all, random);
    const fresh = others.filter((one) => !sent.has(JSON.stringify(one)));
    for (const other of (fresh.length > 0 ? fresh : others).slice(0, TRIALS)) {
      sent.add(JSON.stringify(other));
      const candidate = withPart(value, part.path, other);
      if (isNoWorse(schemaName, candidate, standard)) return candidate;
    }
    return value;
  }

  /** Varies some parts of a value. */
  function varied(schemaName: string, value: unknown, standard: unknown): unknown {
    let result = value;
    const count = random.pick(VARIED_PARTS);
    const parts = partsOf(schemas[schemaName] ?? {}, value, schemas).filter(
      ({ path }) => !path.some((step) => typeof step === 'string' && keeps(schemaName, step)),
    );
    for (const { path } of shuffled(parts, random).slice(0, count)) {
      // An earlier variation may have changed or removed the part.
      const part = partsOf(schemas[schemaName] ?? {}, result, schemas).find(
        (one) => JSON.stringify(one.path) === JSON.stringify(path),
      );
      if (part !== undefined) result = withVariation(schemaName, result, part, standard);
    }
    return result;
  }

  function generated(schemaName: string, standard: unknown): unknown {
    const filled = fillTexts(standard, { unique, references: {} });
    const begin = filled ?? (problemsOf(schemaName, {}).size === 0 ? {} : undefined);
    return withoutUnique(varied(schemaName, extended(schemaName, begin), begin), runId);
  }

  return {
    unmade: () => [...unmade.values()],
    generate({ operation: id, body, query = {} }) {
      const { body: bodySchema, query: parameters } = operation(id);
      return {
        operation: id,
        ...(parameters.length === 0 ? {} : { query: generated(`${id}.query`, query) as typeof query }),
        ...(bodySchema === null ? {} : { body: generated(bodySchema.schema, body) }),
      };
    },
    isAllowed({ operation: id, body, query }, standard) {
      const bodySchema = operation(id).body?.schema;
      return (
        (query === undefined || isNoWorse(`${id}.query`, query, standard.query ?? {})) &&
        (bodySchema === undefined || isNoWorse(bodySchema, body, standard.body))
      );
    },
  };
}
