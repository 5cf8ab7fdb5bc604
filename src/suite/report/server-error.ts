// Server errors as the cause of breaches: a 500 is reported as such, whatever the request was.
import { operation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';

/**
 * Puts the server error that proves a finding in front of its message: `server error 500 on GET /invoices/{id}: …`.
 */
export function prefixServerError(message: string, proof: Exchange | undefined): string {
  if (!proof || proof.status < 500 || proof.status > 599) return message;
  const { method, path } = proof.operation === null ? proof.request : operation(proof.operation);
  return `server error ${proof.status} on ${method} ${path.split('?')[0]}: ${message}`;
}

/**
 * Returns the operation whose server errors prove a breach; all such breaches are one finding. Undefined when another
 * reply proves it as well.
 */
export function failingOperation({ kind, verdict, exchanges }: Result): string | undefined {
  const [first] = exchanges;
  if ((verdict !== 'fail' && verdict !== 'warn') || !first) return undefined;
  const operationName = first.operation ?? first.request.url;
  // the first exchange of a check decides; a rule is broken by each of its exchanges
  const proof = kind === 'check' ? [first] : exchanges;
  const sameOperation = proof.every(
    (one) => isServerError(one) && (one.operation ?? one.request.url) === operationName,
  );
  return sameOperation ? operationName : undefined;
}

const isServerError = ({ reply }: RecordedExchange): boolean =>
  reply !== null && reply.status >= 500 && reply.status <= 599;
