// Reads a reply and states how it violates what a check expects. `t.expect` and `t.require` use it.
import { isObject } from '../../contract/is-object.ts';
import { valueAtPointer } from '../../contract/json/pointer.ts';
import { UUID } from '../../contract/uuid.ts';
import type { Evidence, ReplyReader } from '../model/context.ts';
import { messagesForField, parseErrorBody } from '../model/error-body.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { intermediaryNote } from '../model/intermediary.ts';

type OnBreach = (message: string, evidence: Evidence) => never;

/**
 * Creates a reader of one reply.
 * @param breach called when the reply is not as expected
 * @param lacking called for a 403 to a call that should succeed: the specification does not state which role an
 * endpoint requires, so the credential may lack the role
 * @param onComparison called for each comparison of the reply with what is expected
 */
export function createReplyReader(
  exchange: Exchange,
  onBreach: OnBreach,
  onForbidden: OnBreach = onBreach,
  onComparison: () => void = () => {},
): ReplyReader {
  const name = exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`;
  const note = exchange.failure === null ? intermediaryNote(exchange) : '';
  const describePointer = (pointer: string): string => (pointer === '' ? 'the body' : `\`${pointer}\``);

  const reportBreach = (message: string, expected: unknown, actual: unknown): never =>
    onBreach(message, { expected, actual, exchange });

  const value = <T>(pointer: string, expected: string, is: (found: unknown) => found is T): T => {
    onComparison();
    const found = valueAtPointer(exchange.json, pointer);
    if (is(found)) return found;
    return reportBreach(
      `${name}: ${describePointer(pointer)} is not ${expected}`,
      expected,
      found === undefined ? describeBody(exchange) : found,
    );
  };
  const isString = (found: unknown): found is string => typeof found === 'string';

  const reader: ReplyReader = {
    status(...allowed) {
      onComparison();
      if (allowed.includes(exchange.status)) return exchange;
      const expected = allowed.join(' or ');
      return reportBreach(
        `${name} answered ${exchange.status}${note}, not ${expected}`,
        expected,
        exchange.status,
      );
    },
    success() {
      onComparison();
      if (isSuccess(exchange)) return exchange;
      if (exchange.status === 403 && exchange.request.headers.authorization !== undefined) {
        const message = `${name} answered 403${note}: the credential ${exchange.caller} may lack the permission`;
        return onForbidden(message, { expected: '2xx', actual: 403, exchange });
      }
      return reportBreach(
        `${name} answered ${exchange.status}${note}, not a success`,
        '2xx',
        exchange.status,
      );
    },
    refused() {
      onComparison();
      if (exchange.status >= 400 && exchange.status < 500) return exchange;
      return reportBreach(
        `${name} answered ${exchange.status}${note}, not a refusal`,
        '4xx',
        exchange.status,
      );
    },
    at: (pointer) =>
      value(pointer, 'there', (found): found is NonNullable<unknown> | null => found !== undefined),
    object: (pointer = '') => value(pointer, 'an object', isObject),
    array: (pointer = '') => value(pointer, 'an array', (found): found is unknown[] => Array.isArray(found)),
    string: (pointer) => value(pointer, 'a string', isString),
    strings: (pointer) =>
      value(
        pointer,
        'an array of strings',
        (found): found is string[] => Array.isArray(found) && found.every(isString),
      ),
    integer: (pointer) =>
      value(pointer, 'an integer', (found): found is number => Number.isSafeInteger(found)),
    uuid: (pointer) =>
      value(pointer, 'a UUID', (found): found is string => typeof found === 'string' && UUID.test(found)),
    error() {
      onComparison();
      const view = parseErrorBody(exchange.json);
      if (view) return view;
      const expected = '{error: {code, message, errors}} or {message, errors}';
      return reportBreach(
        `${name}: the error body has neither of the two shapes`,
        expected,
        describeBody(exchange),
      );
    },
    invalid(field) {
      reader.status(422);
      const { errors } = reader.error();
      const messages = messagesForField(errors, field);
      if (messages) return messages;
      const expected = `an entry for \`${field}\``;
      return reportBreach(`${name}: \`errors\` has no entry for \`${field}\``, expected, errors);
    },
  };
  return reader;
}

function describeBody(exchange: Exchange): unknown {
  if (exchange.received !== undefined) return exchange.received;
  return exchange.text === '' ? 'an empty body' : exchange.text.slice(0, 200);
}
