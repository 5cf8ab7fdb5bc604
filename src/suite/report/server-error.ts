// A server error says so itself, whatever was asked when it came.
import { operation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';

/** A finding's message, led by the server error that proves it: `server error 500 on GET /invoices/{id}: …`. */
export function prefixServerError(message: string, proof: Exchange | undefined): string {
  if (!proof || proof.status < 500 || proof.status > 599) return message;
  const { method, path } = proof.operation === null ? proof.request : operation(proof.operation);
  return `server error ${proof.status} on ${method} ${path.split('?')[0]}: ${message}`;
}

/** The operation whose server errors prove a breach: such breaches are one finding. Undefined when another reply proves it as well. */
export function failingOperation({ kind, verdict, exchanges }: Result): string | undefined {
  const [first] = exchanges;
  if ((verdict !== 'fail' && verdict !== 'warn') || !first) return undefined;
  const operationName = first.operation ?? first.request.url;
  // of a check the first exchange is the telling one; a rule is broken by each
  const proof = kind === 'check' ? [first] : exchanges;
  const sameOperation = proof.every(
    (one) => isServerError(one) && (one.operation ?? one.request.url) === operationName,
  );
  return sameOperation ? operationName : undefined;
}

const isServerError = ({ reply }: RecordedExchange): boolean =>
  reply !== null && reply.status >= 500 && reply.status <= 599;
