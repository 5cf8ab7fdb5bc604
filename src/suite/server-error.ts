// A server error says so itself, whatever was asked when it came.
import { operation } from '../contract/operations.ts';
import type { Exchange } from './exchange.ts';
import type { Recorded } from './recorded.ts';
import type { Result } from './result.ts';

/** A finding's message, led by the server error that proves it: `server error 500 on GET /invoices/{id}: …`. */
export function ledByServerError(message: string, proof: Exchange | undefined): string {
  if (!proof || proof.status < 500 || proof.status > 599) return message;
  const { method, path } = proof.operation === null ? proof.request : operation(proof.operation);
  return `server error ${proof.status} on ${method} ${path.split('?')[0]}: ${message}`;
}

/** The operation whose server errors prove a breach: such breaches are one finding. Undefined when another reply proves it as well. */
export function serverErrorOf({ kind, verdict, exchanges }: Result): string | undefined {
  const [first] = exchanges;
  if ((verdict !== 'fail' && verdict !== 'warn') || !first) return undefined;
  const place = first.operation ?? first.request.url;
  // of a check the first exchange is the telling one; a rule is broken by each
  const telling = kind === 'check' ? [first] : exchanges;
  const alike = telling.every((one) => isServerError(one) && (one.operation ?? one.request.url) === place);
  return alike ? place : undefined;
}

const isServerError = ({ reply }: Recorded): boolean =>
  reply !== null && reply.status >= 500 && reply.status <= 599;
