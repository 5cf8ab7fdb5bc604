// Decides whether a reply is valid by the contract. A suite that cannot read an invalid reply is not broken.
import { replyAt } from '../../contract/openapi.ts';
import { operation } from '../../contract/operations.ts';
import { type ValidationProblem, validateValue as validate } from '../../contract/validation/validate.ts';
import { plausibleTime } from '../model/clock.ts';
import { parseErrorBody } from '../model/error-body.ts';
import type { Exchange } from '../model/exchange.ts';

/** The HTTP headers that the suite reads as whole numbers. */
const NUMERIC_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'content-length',
];

/** Returns why a reply is invalid by the contract; null when the reply is valid or no reply arrived. */
export function nonconformity(exchange: Exchange): string | null {
  const { status, received: json, text, operation: id, failure } = exchange;
  if (failure !== null) return null;
  for (const name of NUMERIC_HEADERS) {
    const value = exchange.header(name);
    if (value !== null && !/^\d{1,12}$/.test(value)) return `\`${name}\` is no number`;
  }
  const date = exchange.header('date');
  if (date !== null && !plausibleTime(Date.parse(date))) return '`Date` is not the time of a clock in use';
  // A path without an operation has no schema; its reply is an error body, or a body that no check reads.
  if (id === null) return json === undefined || parseErrorBody(json) ? null : 'the body is no error';
  const reply = replyAt(operation(id).responses, status);
  if (reply === undefined) return `${status} is no documented status of ${id}`;
  const schema = reply.schema;
  if (schema === undefined || schema === null) return null;
  if (json === undefined) return text === '' ? 'the body is empty' : 'the body is no JSON';
  // A client must tolerate both error forms, also in one body.
  const [problem] = validate(schema, json).filter((one) => !matchesSeveralForms(one));
  return problem === undefined ? null : `${problem.field || 'the body'}: ${problem.message}`;
}

/** Tells whether the only problem of a value is that it has several forms of a `oneOf` at once. */
const matchesSeveralForms = ({ keyword, params }: ValidationProblem): boolean =>
  keyword === 'oneOf' && Array.isArray(params.passingSchemas);
