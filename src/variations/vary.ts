// Composes variations: chooses values of freedoms by name or by a seed, and puts them in front of a server.
import { didYouMean } from '../contract/did-you-mean.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Form } from '../form/form.ts';
import { applyForm } from './apply-form.ts';
import { drawForm } from './drawn/draw-form.ts';
import { formChoicesOf, formFreedoms, mayChange } from './drawn/form-freedoms.ts';
import { LISTS } from './edits.ts';
import type { ClientRequest, MockSettings, ResponseEdit } from './exchange.ts';
import type { Apply, Freedom } from './freedom.ts';
import { contents } from './freedoms/contents.ts';
import { credentials } from './freedoms/credentials.ts';
import { ended } from './freedoms/ended.ts';
import { errors } from './freedoms/errors.ts';
import { files } from './freedoms/files.ts';
import { lag } from './freedoms/lag.ts';
import { others } from './freedoms/others.ts';
import { passingStates } from './freedoms/passing-states.ts';
import { records } from './freedoms/records.ts';
import { replays } from './freedoms/replays.ts';
import { type RequiredMember, requests, requires } from './freedoms/requests.ts';
import { resources } from './freedoms/resources.ts';
import { shapes } from './freedoms/shapes.ts';
import { target } from './freedoms/target.ts';
import { transport } from './freedoms/transport.ts';
import { wallet } from './freedoms/wallet.ts';
import { weather } from './freedoms/weather.ts';
import { written } from './freedoms/written.ts';
import { type Answer, type Host, Layer } from './layer.ts';
import { pickOf, randomOf } from './random.ts';

/** Freedoms that change what clients see, outside of the mapping of names; the outermost first. */
const outside = [...target, ...transport, ...weather, ...credentials, ...shapes];
/** Freedoms that change what the platform does, in the words of the contract; the outermost first. */
const inside = [
  ...contents,
  ...written,
  ...files,
  ...requests,
  ...errors,
  ...replays,
  ...ended,
  ...resources,
  ...wallet,
  ...lag,
  ...records,
  ...passingStates,
  ...others,
];

/** Every freedom, in the order in which they are put in front of a server. */
export const freedoms: readonly Freedom[] = [...outside, ...formFreedoms, ...inside];

const byName = new Map(freedoms.map((one) => [one.name, one]));
const order = new Map(freedoms.map(({ name }, at) => [name, at]));

/** A value that was chosen for a freedom. */
export type Choice = { freedom: Freedom; value: string };

/** A lawful deployment: the values that differ from the mock. */
export type Variation = {
  readonly seed: number;
  /** in the order in which they are put in front of a server, the outermost first */
  readonly choices: readonly Choice[];
  /** the form of a deployment that a run has learned, in place of the one that the seed draws */
  readonly form?: Form;
  /** members that the contract does not have and that requests need, where no freedom has them */
  readonly required?: Partial<Record<OperationId, RequiredMember>>;
  /** settings of the mock that no value of a freedom chooses */
  readonly settings?: Partial<MockSettings>;
  /** what the deployment does against the contract, by name */
  readonly faults?: Readonly<Record<string, Apply>>;
};

/** Writes a choice as a user does: `casing=camel`. */
export const choiceText = ({ freedom, value }: Choice): string => `${freedom.name}=${value}`;

/** A freedom or a value that does not exist. */
class UnknownFreedom extends Error {}

/**
 * Reads a variation: a seed (`7`), or values of freedoms separated by commas (`casing=camel,pages=offset`).
 * @throws UnknownFreedom that names the nearest freedom or value
 */
export function parseVariation(text: string): Variation {
  if (/^\d{1,9}$/.test(text)) return seededVariation(Number(text));
  return variationOf(text.split(/,(?=[\w-]+=)/));
}

/**
 * Returns the variation of some choices.
 * @param chosen each as `name=value`; the last one of a freedom counts, unless several of its values can stand together
 * @throws UnknownFreedom that names the nearest freedom or value
 */
export function variationOf(chosen: readonly string[], seed = 1): Variation {
  const values = new Map<string, Choice>();
  for (const text of chosen) {
    const [name = '', ...rest] = text.trim().split('=');
    const freedom = byName.get(name);
    if (!freedom)
      throw new UnknownFreedom(
        `There is no freedom ${JSON.stringify(name)}${didYouMean(name, byName.keys()) || '.'} --vary list shows all of them.`,
      );
    const value = rest.join('=');
    const known = [freedom.own, ...Object.keys(freedom.values)];
    if (!known.includes(value))
      throw new UnknownFreedom(
        `The freedom ${name} has no value ${JSON.stringify(value)}${didYouMean(value, known) || '.'} Its values are ${known.join(' | ')}.`,
      );
    const key = freedom.many ? `${name}=${value}` : name;
    if (value === freedom.own) values.delete(key);
    else values.set(key, { freedom, value });
  }
  const choices = [...values.values()].sort(
    (a, b) => (order.get(a.freedom.name) ?? 0) - (order.get(b.freedom.name) ?? 0),
  );
  return { seed, choices };
}

const isOfForm = new Set(formFreedoms.map(({ name }) => name));

/** Returns the variation of a seed. Each freedom has a chance of its own, so a further freedom changes no other one. */
export function seededVariation(seed: number): Variation {
  const chosen = freedoms
    .filter(({ name, chance }) => randomOf(seed, `freedom ${name}`) * 100 < chance)
    .map(({ name, values }) => `${name}=${pickOf(seed, `value of ${name}`, Object.keys(values))}`);
  return variationOf(chosen, seed);
}

/** Returns why a run of the suite against a variation may leave sentences unjudged; undefined when it may not. */
export const incompleteReason = ({ choices }: Variation): string | undefined =>
  choices
    .map(({ freedom: { incomplete }, value }) =>
      typeof incomplete === 'string' ? incomplete : incomplete?.[value],
    )
    .find((reason) => reason !== undefined);

/**
 * Puts a variation in front of a server.
 * @param next handles requests as the mock does
 * @returns handles requests as the varied deployment does; a trace gets `name=value` of every freedom that changed the
 * exchange
 * @throws Error when the variation needs a setting or stored data that the host does not have
 */
export function varied(
  { choices, seed, form, required, settings = {}, faults = {} }: Variation,
  host: Host,
  next: Answer,
): Answer {
  if (settings.limits !== undefined) host.option?.('limits', settings.limits);
  if (settings.limitsAuth !== undefined) host.option?.('limitsAuth', settings.limitsAuth);
  const mapped = choices.filter(({ freedom }) => isOfForm.has(freedom.name));
  const layers: { name: string; apply: Apply }[] = [];
  const layersOf = (some: readonly Freedom[]): void => {
    for (const choice of choices.filter(({ freedom }) => some.includes(freedom))) {
      const apply = choice.freedom.values[choice.value];
      if (apply) layers.push({ name: choiceText(choice), apply });
    }
  };
  layersOf(outside);
  if (mapped.length > 0 || form) {
    const chosen = formChoicesOf(new Map(mapped.map(({ freedom, value }) => [freedom.name, value])));
    layers.push({ name: NAMES, apply: (p) => applyForm(p, form ?? drawForm(chosen, seed)) });
  }
  if (required) layers.push({ name: 'required=learned', apply: requires(required) });
  layersOf(inside);
  layers.push(...Object.entries(faults).map(([name, apply]) => ({ name, apply })));
  const chain = layers.reduceRight<Answer>((inner, { name, apply }) => {
    const layer = new Layer(name, host, inner);
    apply(layer.hooks);
    return layer.handle;
  }, next);
  const freedomsThatChange = ({ operation }: ClientRequest, { status }: ResponseEdit): string[] =>
    mapped
      .filter(({ freedom }) =>
        mayChange(freedom.name, status, operation !== null && LISTS.includes(operation)),
      )
      .map(choiceText)
      .concat(form && status < 400 ? NAMES_LEARNED : []);
  return async (request, trace) => {
    if (!trace) return chain(request);
    const own = { ...trace, changed: [] as string[] };
    const reply = await chain(request, own).catch((error: unknown) => {
      trace.changed.push(...own.changed.filter((name) => name !== NAMES));
      throw error;
    });
    for (const name of own.changed)
      trace.changed.push(...(name === NAMES ? freedomsThatChange(request, reply) : [name]));
    return reply;
  };
}

/** Stands for names of a deployment that no freedom makes. */
export const NAMES_LEARNED = 'names=learned';

/** The name of the layer that maps names and forms; the freedoms that it applies stand for it. */
const NAMES = 'names';

/** Returns the freedoms as lines of text: name, what is chosen, and the values. */
export const freedomLines = (): string[] =>
  freedoms.map(
    ({ name, title, own, values }) => `${name}: ${title}; ${[own, ...Object.keys(values)].join(' | ')}`,
  );
