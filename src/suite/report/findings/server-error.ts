// Recognises server errors as the cause of violations: a 500 is reported as a server error, whatever the request was.
import { operation } from '../../../contract/operations.ts';
import type { Exchange, RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';

/**
 * Puts the server error that proves a finding at the start of its message: `server error 500 on GET /invoices/{id}:
 * …`.
 */
export function prefixServerError(message: string, proof: Exchange | undefined): string {
  if (!proof || proof.status < 500 || proof.status > 599) return message;
  const { method, path } = proof.operation === null ? proof.request : operation(proof.operation);
  return `server error ${proof.status} on ${method} ${path.split('?')[0]}: ${message}`;
}

/**
 * Returns the operation whose server errors prove a violation, so that all violations with the same operation become
 * one finding; undefined when a reply that is no server error proves the violation too.
 */
export function failingOperation({ kind, verdict, exchanges }: Result): string | undefined {
  const [first] = exchanges;
  if ((verdict !== 'fail' && verdict !== 'warn') || !first) return undefined;
  const operationName = first.operation ?? first.request.url;
  // The first exchange of a check proves its violation; each exchange of a rule's result proves its violation.
  const proof = kind === 'check' ? [first] : exchanges;
  const sameOperation = proof.every(
    (one) => isServerError(one) && (one.operation ?? one.request.url) === operationName,
  );
  return sameOperation ? operationName : undefined;
}

const isServerError = ({ reply }: RecordedExchange): boolean =>
  reply !== null && reply.status >= 500 && reply.status <= 599;
