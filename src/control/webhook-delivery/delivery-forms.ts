// Delivers webhooks in other forms, as a lawful platform may.
import { DELIVERY_FORMS, type DeliveryForm } from '../../contract/delivery-forms.ts';
import type { OutboundRequest } from '../../server/outbox-queue.ts';
import type { SendRequest } from './http-sender.ts';

// How long webhooks to one receiver are collected before they are sent in the reverse order, in ms: longer than an
// order takes, so that its first event arrives after its last one.
const COLLECT_MS = 4000;
// What no later event follows waits for a quarter of it.
const IS_QUICK = /"type":\s*"(customer|ticket|invoice|payment|wallet|webhook)\./;

/** The outcome that is recorded for a webhook that is held back. */
const ACCEPTED = { status: 202, ms: 0, retryAfter: null };

const unsigned = ({ headers, ...rest }: OutboundRequest): OutboundRequest => ({
  ...rest,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/^webhook-/i.test(name))),
});

function withOtherNames({ body, ...rest }: OutboundRequest): OutboundRequest {
  const { id, type, timestamp, data } = JSON.parse(body);
  return { ...rest, body: JSON.stringify({ event_id: id, event: type, at: timestamp, resource: data }) };
}

const SIGNATURE = 'webhook-signature';

const withBody = (request: OutboundRequest, body: string, id = request.headers['webhook-id'] ?? '') => ({
  ...request,
  body,
  headers: { ...request.headers, ...request.sign?.(body, id) },
});

// Adds a signature of another secret before the valid one, as while a secret is replaced.
function signedTwice(request: OutboundRequest): OutboundRequest {
  const { [SIGNATURE]: valid, ...headers } = request.headers;
  if (valid === undefined) return request;
  return {
    ...request,
    headers: { ...headers, [SIGNATURE]: `v1,${btoa('of another secret, as it is 32b.')} ${valid}` },
  };
}

const nextTo = (id: unknown, digit: string): string =>
  String(id).replace(/.$/, (last) => (last === digit ? '2' : digit));

function ofFurtherType(request: OutboundRequest): OutboundRequest {
  const event = JSON.parse(request.body);
  const id = nextTo(event.id, '0');
  return withBody(request, JSON.stringify({ ...event, id, type: 'platform.announced' }), id);
}

function ofOtherRecord(request: OutboundRequest): OutboundRequest {
  const event = JSON.parse(request.body);
  const id = nextTo(event.id, '1');
  const data = { ...event.data, id: crypto.randomUUID() };
  return withBody(request, JSON.stringify({ ...event, id, data }), id);
}

const END_OF_MAKING = /"type":\s*"(\w+)\.(?:provisioned|activated|registered|issued|completed)"/;

// Makes the event of an earlier state of a new record, of a type that the contract does not have; null for other events.
function ofEarlierState(request: OutboundRequest): OutboundRequest | null {
  const [, area] = END_OF_MAKING.exec(request.body) ?? [];
  if (area === undefined) return null;
  const event = JSON.parse(request.body);
  const timestamp = event.data.created_at;
  const id = nextTo(event.id, '3');
  const data = { ...event.data, status: 'pending', updated_at: timestamp };
  return withBody(request, JSON.stringify({ ...event, id, type: `${area}.accepted`, timestamp, data }), id);
}

function withFurtherMembers(request: OutboundRequest): OutboundRequest {
  const { data, ...event } = JSON.parse(request.body);
  const further = { x_extra: { list: [1, null] } };
  return withBody(request, JSON.stringify({ ...further, ...event, data: { ...data, ...further } }));
}

/** Form → the event that comes before each webhook. */
const BEFORE: Partial<Record<DeliveryForm, (request: OutboundRequest) => OutboundRequest>> = {
  twice: (request) => request,
  'further types': ofFurtherType,
  'of other records': ofOtherRecord,
};

// Receivers refuse a time that is far from that of their machine; more than a minute is far.
const FAR_S = 60;

/** Signs a webhook with the time of this machine, where the clock of the world shows another one. */
export function signedForReceivers(request: OutboundRequest): OutboundRequest {
  const { sign, headers, body } = request;
  const now = Math.floor(Date.now() / 1000);
  if (!sign || Math.abs(now - Number(headers['webhook-timestamp'])) <= FAR_S) return request;
  const signNow = (text: string, id: string): Record<string, string> => sign(text, id, now);
  const again = signNow(body, headers['webhook-id'] ?? '');
  return { ...request, sign: signNow, headers: { ...headers, ...again } };
}

const LATE_S = 30;

// Signs a webhook with a time that is past, as where it waited to be sent.
function late({ headers, body, sign, ...rest }: OutboundRequest): OutboundRequest {
  if (!sign) return { ...rest, headers, body };
  const sent = Number(headers['webhook-timestamp']) - LATE_S;
  const signLate = (text: string, id: string): Record<string, string> => sign(text, id, sent);
  const again = signLate(body, headers['webhook-id'] ?? '');
  return { ...rest, body, sign: signLate, headers: { ...headers, ...again } };
}

function withCharset({ headers, ...rest }: OutboundRequest): OutboundRequest {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return {
    ...rest,
    headers: { ...Object.fromEntries(others), 'Content-Type': 'application/json; charset=utf-8' },
  };
}

/** Form → how each webhook is changed. */
const CHANGES: Partial<Record<DeliveryForm, (request: OutboundRequest) => OutboundRequest>> = {
  'half a minute late': late,
  'with a charset': withCharset,
  'with white space': (request) =>
    withBody(request, `${JSON.stringify(JSON.parse(request.body), null, 2)}\n`),
  'with further members': withFurtherMembers,
  'two signatures': signedTwice,
  unsigned,
  'other names': (request) => unsigned(withOtherNames(request)),
};

/**
 * Returns a sender that sends as all of the forms say, over another sender.
 * @param collectMs how long webhooks are collected before they are sent out of order
 */
export const inForms = (
  forms: readonly DeliveryForm[],
  send: SendRequest,
  collectMs = COLLECT_MS,
): SendRequest =>
  // What signs comes last.
  DELIVERY_FORMS.filter((form) => forms.includes(form)).reduceRight(
    (sender, form) => inForm(form, sender, collectMs),
    send,
  );

function inForm(form: DeliveryForm, send: SendRequest, collectMs: number): SendRequest {
  const change = CHANGES[form];
  if (change) return (request, signal) => send(change(request), signal);
  const before = BEFORE[form];
  if (before)
    return async (request, signal) => {
      await send(before(request), signal);
      return send(request, signal);
    };
  if (form !== 'out of order') return send;
  const collected = new Map<string, (() => Promise<unknown>)[]>();
  return async (request: OutboundRequest, signal) => {
    const isQuick = IS_QUICK.test(request.body);
    const queue = `${request.url} ${isQuick}`;
    const waiting = collected.get(queue) ?? [];
    if (waiting.length === 0) {
      collected.set(queue, waiting);
      setTimeout(
        async () => {
          collected.delete(queue);
          for (const one of waiting.reverse()) await one();
        },
        isQuick ? collectMs / 4 : collectMs,
      );
    }
    waiting.push(async () => signal.aborted || send(request, signal));
    const earlier = ofEarlierState(request);
    if (earlier) waiting.unshift(async () => signal.aborted || send(earlier, signal));
    return ACCEPTED;
  };
}
