// The one edge where refusals and failures become bodies, in either of the two stated forms (heading Errors).
import { check } from '../contract/validate.ts';
import { Refusal } from '../state/refusal.ts';
import { jsonReply, type Reply } from './call.ts';
import type { RefusalRow } from './content.ts';
import type { Machine } from './machine.ts';
import { keep } from './once.ts';
import { machineRefusals } from './refusals.ts';
import { REALM } from './steps/authenticate.ts';
import { Untrue } from './steps/verify.ts';
import type { Turn } from './turn.ts';

/** The reply to a call that was refused, or that we failed. Never throws. */
export function errorReply(machine: Machine, turn: Turn, error: Error): Reply {
  if (!(error instanceof Refusal)) return failureReply(machine, turn, error);
  const row = rowOf(machine, error.word);
  if (!row) {
    return failureReply(machine, turn, new Error(`The table of refusals has no row ${error.word}.`));
  }
  const body = bodyOf(machine, row, error);
  const breach = machine.verify ? undocumented(machine, turn, row, body) : undefined;
  return breach ? failureReply(machine, turn, breach) : refusalReply(row, body, error);
}

function rowOf({ content }: Machine, word: string): RefusalRow | undefined {
  if (Object.hasOwn(content.refusals, word)) return content.refusals[word];
  const own: Record<string, RefusalRow> = machineRefusals;
  return Object.hasOwn(own, word) ? own[word] : undefined;
}

function bodyOf(machine: Machine, row: RefusalRow, { errors: given, extra }: Refusal): object {
  const message = extra
    ? row.message.replace(/\{(\w+)\}/g, (whole, name: string) =>
        name in extra ? String(extra[name]) : whole,
      )
    : row.message;
  const errors = given ?? (row.status === 422 ? { [row.field ?? 'request']: [message] } : undefined);
  return row.status === 422 && isFlat(machine)
    ? { message, errors }
    : { error: { code: row.code, message, ...(errors && { errors }), ...extra } };
}

function refusalReply(row: RefusalRow, body: object, { headers = {} }: Refusal): Reply {
  const reply = jsonReply(row.status, JSON.stringify(body));
  if (row.status === 401) reply.headers['WWW-Authenticate'] = REALM;
  for (const name of Object.keys(headers)) reply.headers[spelled(name)] = headers[name] ?? '';
  return reply;
}

/** The flat form is stated for 422 only; `alternate` takes turns, the envelope first. */
function isFlat({ policy, counters }: Machine): boolean {
  const { errorShape } = policy;
  if (errorShape !== 'alternate') return errorShape === 'flat';
  counters.refusals += 1;
  return counters.refusals % 2 === 0;
}

/** `retry-after` → `Retry-After`: header names as they are usually spelled. */
function spelled(name: string): string {
  if (name === 'www-authenticate') return 'WWW-Authenticate';
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Is this refusal one the document gives the operation, in the form it gives? Every refusal of one row has one form,
 * so each is looked at when an operation first gives it.
 */
function undocumented({ shown }: Machine, { plan }: Turn, row: RefusalRow, body: object): Error | undefined {
  if (!plan) return undefined;
  const { operation } = plan;
  const form = `${operation.id} ${row.status} ${row.code} ${'error' in body}`;
  if (shown.has(form)) return undefined;
  const response = operation.responses[row.status];
  if (!response) return new Error(`${operation.id} would answer ${row.status}, which it does not document.`);
  const [problem] = response.schema === null ? [] : check(response.schema, body);
  if (problem) return new Untrue(operation.id, response.schema ?? '', problem.pointer, problem.message);
  shown.add(form);
  return undefined;
}

/** Our own fault: said in full where we log, and in the stated shape to the caller. What happened is undone by now. */
function failureReply(machine: Machine, turn: Turn, error: Error): Reply {
  machine.fault(error, `${turn.call.method} ${turn.call.path} (${turn.requestId})`);
  const row = machineRefusals.SERVER_ERROR;
  const message = error instanceof Untrue ? error.message.slice(0, 1000) : row.message;
  const text = JSON.stringify({ error: { code: row.code, message } });
  if (turn.began && turn.onceKey !== null) {
    try {
      machine.world.transact(null, (store) => keep(turn, store, row.status, text));
    } catch (second) {
      machine.fault(second, `keeping the answer of ${turn.requestId}`);
    }
  }
  return jsonReply(row.status, text);
}
