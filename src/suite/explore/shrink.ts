// Finds the smallest request that still shows a violation, with few further requests.
import { isObject } from '../../contract/is-object.ts';
import type { RequestCase } from '../model/request-case.ts';
import { isReference } from './placeholders.ts';
import { type Path, partAt, withPart } from './schema-tree.ts';

/** The most requests that shrinking one request sends. */
export const MAX_SHRINK_REQUESTS = 24;

type ShrinkDeps = {
  /** the request that the suite itself would send */
  standard: Pick<RequestCase, 'body' | 'query'>;
  /** returns whether a request is one that the contract allows */
  isAllowed(candidate: RequestCase): boolean;
  /** sends a request and returns whether it shows the violation */
  shows(candidate: RequestCase): Promise<boolean>;
  /** returns whether another request may be sent */
  mayContinue(): boolean;
};

/** One simplification of a request: a function that returns the simpler request. */
type Step = (from: RequestCase) => RequestCase;

/**
 * Simplifies a request that shows a violation: takes members back to the values that the suite sends, leaves out
 * optional members, shortens texts, and brings numbers near zero. Sends at most `MAX_SHRINK_REQUESTS` requests.
 */
export async function shrink(failing: RequestCase, deps: ShrinkDeps): Promise<RequestCase> {
  const { standard } = deps;
  let smallest = failing;
  let sent = 0;
  const tried = new Set<string>([JSON.stringify(failing)]);

  /** Sends a simpler request and adopts it when it shows the violation too. */
  async function adopts(candidate: RequestCase): Promise<boolean> {
    const text = JSON.stringify(candidate);
    if (tried.has(text) || sent >= MAX_SHRINK_REQUESTS || !deps.mayContinue()) return false;
    tried.add(text);
    if (!deps.isAllowed(candidate)) return false;
    sent += 1;
    if (!(await deps.shows(candidate))) return false;
    smallest = candidate;
    return true;
  }

  const adoptsAll = (steps: readonly Step[]): Promise<boolean> =>
    adopts(steps.reduce((one, step) => step(one), smallest));

  /** Applies as many steps of a list as still show the violation: all at once, then halves, then each alone. */
  async function reduce(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0 || (await adoptsAll(steps)) || steps.length === 1) return;
    const middle = Math.ceil(steps.length / 2);
    await reduce(steps.slice(0, middle));
    await reduce(steps.slice(middle));
  }

  /** Shortens the texts and reduces the numbers that differ from those of the standard request. */
  async function simplifyValues(): Promise<void> {
    for (const member of ['body', 'query'] as const) {
      for (const path of leafPaths(smallest[member])) {
        const value = partAt(smallest[member], path);
        if (Object.is(value, partAt(standard[member], path))) continue;
        const put = (simpler: unknown): Promise<boolean> =>
          adopts({ ...smallest, [member]: withPart(smallest[member], path, simpler) });
        if (typeof value === 'number') await reduceNumber(value, put);
        if (typeof value === 'string' && !isReference(value) && !value.includes('{unique}'))
          await reduceText(value, put);
      }
    }
  }

  if (smallest.after !== undefined) {
    const { after: _, ...shared } = smallest;
    await adopts(shared);
  }
  await reduce(removals(smallest, 'query'));
  await reduce(differences(smallest, standard.body));
  await adoptsAll(optionalMembers(smallest, deps));
  await simplifyValues();
  await reduce(removals(smallest, 'body'));
  return smallest;
}

const removal =
  (member: 'body' | 'query', path: Path): Step =>
  (from) =>
    partAt(from[member], path) === undefined
      ? from
      : { ...from, [member]: withPart(from[member], path, undefined) };

/**
 * Returns the steps that leave out the members of a body or query, and the elements of its lists. A later element is
 * left out first, so that the places of the others stay the same.
 */
const removals = (one: RequestCase, member: 'body' | 'query'): Step[] =>
  innerPaths(one[member])
    .filter((path) => path.length > 0)
    .reverse()
    .map((path) => removal(member, path));

/** Returns the steps that leave out the members of a body that the contract does not require. */
const optionalMembers = (one: RequestCase, { isAllowed }: Pick<ShrinkDeps, 'isAllowed'>): Step[] =>
  (isObject(one.body) ? Object.keys(one.body) : [])
    .map((name) => removal('body', [name]))
    .filter((step) => isAllowed(step(one)));

/** Returns the steps that take each member of a body back to its value in the standard body, or leave it out. */
function differences({ body }: RequestCase, standard: unknown): Step[] {
  if (!isObject(body) || !isObject(standard)) return [];
  return Object.keys(body)
    .filter((name) => JSON.stringify(body[name]) !== JSON.stringify(standard[name]))
    .map(
      (name): Step =>
        (from) => ({ ...from, body: withPart(from.body, [name], standard[name]) }),
    );
}

/** Lists the paths of the members and elements inside a value, the outer ones before the inner ones. */
function innerPaths(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.map((one, at): [number, unknown] => [at, one])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [path, ...inner.flatMap(([step, one]) => innerPaths(one, [...path, step]))];
}

const leafPaths = (value: unknown): Path[] =>
  innerPaths(value).filter((path) => {
    const part = partAt(value, path);
    return typeof part === 'string' || typeof part === 'number';
  });

/**
 * Finds a short text by halving. When its length alone matters, the text becomes `xxx`; otherwise the shortest beginning
 * is found, and then the shortest end of that.
 */
async function reduceText(text: string, adopts: (simpler: string) => Promise<boolean>): Promise<void> {
  const whole = [...text];
  const plain = whole.map(() => 'x');
  const isPlain = plain.join('') === text || (await adopts(plain.join('')));
  const first = isPlain ? plain : whole;
  const front = first.slice(
    0,
    await leastCount(first.length, (count) => adopts(first.slice(0, count).join(''))),
  );
  if (!isPlain) await leastCount(front.length, (count) => adopts(front.slice(front.length - count).join('')));
}

/** Finds the number nearest to zero by halving. */
async function reduceNumber(value: number, adopts: (simpler: number) => Promise<boolean>): Promise<void> {
  if (value === 0 || (await adopts(0))) return;
  const sign = Math.sign(value);
  await leastCount(Math.abs(Math.trunc(value)), (count) => adopts(sign * count));
}

/** Finds by halving the least count from 1 that works. @param most a count that works */
async function leastCount(most: number, works: (count: number) => Promise<boolean>): Promise<number> {
  let [fails, least] = [0, most];
  while (least - fails > 1) {
    const middle = Math.floor((fails + least) / 2);
    if (await works(middle)) least = middle;
    else fails = middle;
  }
  return least;
}
