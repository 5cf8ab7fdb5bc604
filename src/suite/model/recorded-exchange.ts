// Declares the exchange as reports store it: redacted.
import type { TransportFailure } from './exchange.ts';

/** An exchange as reports and HAR files contain it: plain JSON. */
export type RecordedExchange = {
  id: string;
  operation: string | null;
  purpose: string;
  /** the id of the check or fixture that sent it */
  by: string;
  caller: string;
  /** ISO 8601 UTC */
  at: string;
  ms: number;
  spoiled?: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  reply: { status: number; headers: [name: string, value: string][]; body: string; bytes: number } | null;
  failure?: TransportFailure;
  curl: string;
};
