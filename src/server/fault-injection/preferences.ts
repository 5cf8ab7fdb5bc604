// Reads the preferences of a request that the mock knows: a status, an example, a delay, a fault, a world. A malformed
// one is a problem, because a test whose preference is ignored tests something else than its author believes.
import { closestName } from '../../contract/did-you-mean.ts';
import type { Operation } from '../../contract/operations.ts';
import { preferItems } from '../http/prefer-header.ts';
import { documentedExamples, type Example, exampleInForm, fallbackErrorBody } from './documented-examples.ts';
import { FAULT_KINDS, type FaultEffect } from './faults.ts';

/** The longest time for which a reply is delayed, in ms. */
const MAX_DELAY_MS = 600_000;

const NAMES = ['code', 'example', 'delay_ms', 'fault', 'world'];
/** Other words for these preferences: members of a fault, and names that other mocks use. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  status: 'code',
  delay: 'delay_ms',
  latency: 'delay_ms',
  kind: 'fault',
};
/** The preferences of the IANA registry, which the mock ignores like every other name that is not its own. */
const REGISTERED = ['depth-noroot', 'handling', 'respond-async', 'return', 'safe', 'wait'];
/** The faults that a preference can name: those that need no further member. */
const FAULTS = FAULT_KINDS.filter((kind) => kind !== 'status' && kind !== 'refusal' && kind !== 'delay');

/** The preferences of a request, or the problems that forbid to meet them. */
export type RequestPreferences = {
  effect: FaultEffect | null;
  example: Example | null;
  /** how much later the reply is sent, in ms */
  delay: number;
  /** the preferences that are met, as the request has them */
  applied: string[];
  /** what is wrong with the preferences, and what is allowed; a sentence each */
  problems: string[];
};

type Situation = {
  /** the operation that the request reaches; null when it reaches none */
  operation: Operation | null;
  /** whether the world replies with flat error bodies */
  flat: boolean;
  /** the name of the world that answers */
  world: string;
};

/**
 * Reads the preferences of a request.
 * @param header the value of the Prefer header; names that are not the mock's own are ignored (RFC 7240 §2)
 * @param parameter the value of the query parameter `__prefer`, in which every name has to be the mock's own
 */
export function readPreferences(
  header: string | undefined,
  parameter: string | null,
  situation: Situation,
): RequestPreferences {
  const read: RequestPreferences = { effect: null, example: null, delay: 0, applied: [], problems: [] };
  const values = new Map<string, string>();
  const collect = (text: string, isOurs: boolean): void => {
    for (const item of preferItems(text)) {
      if ('name' in item && NAMES.includes(item.name)) {
        if (!values.has(item.name)) values.set(item.name, item.value);
      } else {
        const problem = nameProblem(item, isOurs);
        if (problem !== null) read.problems.push(problem);
      }
    }
  };
  collect(header ?? '', false);
  collect(parameter ?? '', true);
  readWorld(values.get('world'), situation, read);
  readReply(values.get('code'), values.get('example'), situation, read);
  readDelay(values.get('delay_ms'), read);
  readFault(values.get('fault'), situation, read);
  return read;
}

// Returns the problem of an item that has none of the known names; null for a preference of somebody else.
function nameProblem(item: { name: string } | { unreadable: string }, isOurs: boolean): string | null {
  const known = `there are ${NAMES.join(', ')}`;
  if ('unreadable' in item) {
    const [begin = ''] = /^[\w-]+/.exec(item.unreadable) ?? [];
    const text = JSON.stringify(item.unreadable.slice(0, 60));
    return isOurs || NAMES.includes(begin.toLowerCase())
      ? `${text} cannot be read: a preference is name=value, and preferences are separated by commas.`
      : null;
  }
  const { name } = item;
  const shown = name.slice(0, 60);
  const meant = OTHER_WORDS[name] ?? (REGISTERED.includes(name) ? undefined : closestName(shown, NAMES));
  if (meant !== undefined) return `${shown} is no preference of the mock; did you mean "${meant}"?`;
  return isOurs ? `${shown} is no preference of the mock; ${known}.` : null;
}

function readWorld(value: string | undefined, { world }: Situation, read: RequestPreferences): void {
  if (value === undefined) return;
  if (value === world) read.applied.push(`world=${world}`);
  else
    read.problems.push(
      `world=${value.slice(0, 60)}: the path of the request names the world ${world}; leave one of the two out.`,
    );
}

// Reads `code` and `example`, which choose the reply together.
function readReply(
  code: string | undefined,
  name: string | undefined,
  { operation, flat }: Situation,
  read: RequestPreferences,
): void {
  const status = code !== undefined && /^[1-5]\d\d$/.test(code) ? Number(code) : null;
  if (code !== undefined && status === null) {
    read.problems.push(codeProblem(code, operation));
    return;
  }
  if (operation === null || (code === undefined && name === undefined)) return;
  const examples = documentedExamples(operation).filter((one) => status === null || one.status === status);
  const named = name === undefined ? undefined : examples.find((candidate) => candidate.name === name);
  if (name !== undefined && !named) {
    const names = [...new Set(examples.map((one) => one.name))].filter((one) => one !== '');
    const of = status === null ? operation.id : `${operation.id} with status ${status}`;
    read.problems.push(
      names.length === 0
        ? `example=${name.slice(0, 60)}: ${of} has no documented example with a name.`
        : `example=${name.slice(0, 60)}: must be a documented example of ${of}: ${names.join(', ')}.`,
    );
    return;
  }
  const found = named ?? (status === null ? undefined : exampleInForm(examples, flat));
  if (found) read.example = found;
  else if (status !== null && status >= 400)
    read.example = { status, name: '', value: fallbackErrorBody(status) };
  else {
    read.problems.push(codeProblem(code ?? '', operation));
    return;
  }
  if (status !== null) read.applied.push(`code=${status}`);
  if (named) read.applied.push(`example=${name}`);
}

// Builds the problem of a status, with the statuses of the operation that have a documented example.
function codeProblem(code: string, operation: Operation | null): string {
  const statuses = new Set(operation && documentedExamples(operation).map(({ status }) => status));
  const listed = operation === null ? '' : ` (${operation.id}: ${[...statuses].join(', ')})`;
  return `code=${code.slice(0, 60)}: must be a status of the operation${listed}, or any from 400 to 599.`;
}

function readDelay(value: string | undefined, read: RequestPreferences): void {
  if (value === undefined) return;
  if (!/^\d{1,6}$/.test(value) || Number(value) > MAX_DELAY_MS) {
    read.problems.push(
      `delay_ms=${value.slice(0, 60)}: must be a whole number of milliseconds from 0 to ${MAX_DELAY_MS}.`,
    );
    return;
  }
  read.delay = Number(value);
  read.applied.push(`delay_ms=${value}`);
}

function readFault(value: string | undefined, { operation }: Situation, read: RequestPreferences): void {
  if (value === undefined) return;
  const kind = FAULTS.find((known) => known === value);
  if (kind === undefined) {
    const instead: Record<string, string> = {
      status: 'send code=<status> instead',
      delay: 'send delay_ms=<ms> instead',
      latency: 'send delay_ms=<ms> instead',
    };
    const near = closestName(value.slice(0, 60), FAULTS);
    const hint = instead[value] ?? (near === undefined ? null : `did you mean "${near}"?`);
    read.problems.push(
      `fault=${value.slice(0, 60)}: must be one of ${FAULTS.join(', ')}${hint === null ? '.' : `; ${hint}`}`,
    );
    return;
  }
  if (operation === null) return;
  read.effect = { kind };
  read.applied.push(`fault=${kind}`);
}
