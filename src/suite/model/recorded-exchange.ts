// Declares the exchange as reports store it, without secrets.
import type { TransportFailure } from './exchange.ts';

/** An exchange without secrets, as reports and HAR files contain it: plain JSON. */
export type RecordedExchange = {
  id: string;
  operation: string | null;
  purpose: string;
  /** why it was sent: `repeated after a 429` */
  reason: string;
  /** id of the check or fixture that sent the request */
  by: string;
  caller: string;
  /** time of sending, ISO 8601 UTC */
  at: string;
  ms: number;
  spoiled?: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  reply: { status: number; headers: [name: string, value: string][]; body: string; bytes: number } | null;
  failure?: TransportFailure;
  curl: string;
};
