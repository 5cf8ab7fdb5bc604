// Removes the secrets of a run from the whole report.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { redactCommands, redactExchange } from './record-exchange.ts';
import type { Report } from './report.ts';

/**
 * Returns a report without secrets: those that are known when it is called, and those that a name or a form shows. Texts
 * that the suite wrote are kept; so are ids, because they connect the parts of the report.
 */
export function redactReport(report: Report, secrets: Secrets): Report {
  const foreign = (value: unknown): unknown => JSON.parse(secrets.redactText(JSON.stringify(value)));
  /** Of what was learned, only bodies hold values. The names there are the contract's: `bodies.createApiKey` is no key. */
  const learned = ({ bodies, ...form }: JsonObject): unknown => ({
    ...(isObject(bodies) && {
      bodies: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, foreign(body)])),
    }),
    ...(known(form) as JsonObject),
  });
  /** The place of a key is no key. Only what is known as a secret is removed. */
  const known = (value: unknown): unknown => {
    if (typeof value === 'string') return secrets.redactText(value);
    if (Array.isArray(value)) return value.map(known);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [secrets.redactText(name), known(inner)]),
    );
  };
  const own = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return name === 'results' ? value : secrets.redactText(value);
    if (name === 'exchanges' && Array.isArray(value)) return value.map((one) => redactExchange(one, secrets));
    if (Array.isArray(value)) return value.map((one) => own(one, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, member(key, inner)]));
  };
  const member = (name: string, value: unknown): unknown => {
    if (OWN_MEMBERS.has(name)) return value;
    if (name === 'learned' && isObject(value)) return learned(value);
    if (FOREIGN_MEMBERS.has(name) && typeof value === 'object') return foreign(value);
    if ((name === 'script' || name === 'curl') && typeof value === 'string')
      return redactCommands(value, secrets);
    // A part of a registered name may also be a part of an authorisation code that the suite sent with it.
    if (name === 'names' && Array.isArray(value))
      return value.map((one) => (HOST_NAME.test(`${one}`) ? one : own(one)));
    return own(value, name);
  };
  return own(report) as Report;
}

const HOST_NAME = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

/** The members whose values are objects that the target chose, with their names. */
const FOREIGN_MEMBERS = new Set(['expected', 'actual', 'media', 'params']);

/** The members whose values the suite wrote. */
const OWN_MEMBERS = new Set([
  ...['format', 'suite', 'contract', 'register', 'target', 'profile', 'mode', 'seed', 'filter', 'runId'],
  ...['startedAt', 'verdict', 'summary', 'operations', 'requirements', 'callers', 'pacing', 'choice'],
  ...['called', 'at', 'by', 'cause', 'id', 'kind', 'area', 'level', 'title', 'requirement', 'sentence'],
  ...['group', 'after', 'blockedBy', 'need', 'operation', 'purpose', 'reason', 'caller', 'replay'],
  ...['method'],
  ...['baselined', 'capability', 'findings', 'judged', 'finding', 'sameCauseAs'],
]);
