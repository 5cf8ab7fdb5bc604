// Says whether a reply is as the contract has it: what the suite cannot read of one that is not is no fault of the suite.
import { operation } from '../../contract/operations.ts';
import { validateValue as validate } from '../../contract/validate.ts';
import { plausibleTime } from '../model/clock.ts';
import { parseErrorBody } from '../model/error-body.ts';
import type { Exchange } from '../model/exchange.ts';

/** Headers that the suite reads as whole numbers. */
const NUMERIC_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'content-length',
];

/** Why a reply is not as the contract has it; null when it is, and when there was no reply. */
export function nonconformity(exchange: Exchange): string | null {
  const { status, json, text, operation: id, failure } = exchange;
  if (failure !== null) return null;
  for (const name of NUMERIC_HEADERS) {
    const value = exchange.header(name);
    if (value !== null && !/^\d{1,12}$/.test(value)) return `\`${name}\` is no number`;
  }
  const date = exchange.header('date');
  if (date !== null && !plausibleTime(Date.parse(date))) return '`Date` is not the time of a clock in use';
  // a path that is no operation's is answered with an error, or with nothing that is read
  if (id === null) return json === undefined || parseErrorBody(json) ? null : 'the body is no error';
  const reply = operation(id).responses[status];
  if (reply === undefined) return `${status} is no documented status of ${id}`;
  const schema = reply.schema;
  if (schema === undefined || schema === null) return null;
  if (json === undefined) return text === '' ? 'the body is empty' : 'the body is no JSON';
  const [problem] = validate(schema, json);
  return problem === undefined ? null : `${problem.field || 'the body'}: ${problem.message}`;
}
