// The planted mock as a target of the suite: its personas as credentials, its calls as a transport, its clock as time.
import type { Settled } from '../../src/server/content.ts';
import type { Clock } from '../../src/suite/clock.ts';
import type { CredentialName, TargetConfig } from '../../src/suite/target.ts';
import { decodeContent, type Transport, TransportError } from '../../src/suite/transport.ts';
import { askedOf } from './asked.ts';
import type { Planted } from './planted.ts';

/** Which persona plays which part. */
const PARTS: Record<CredentialName, string> = {
  tenantA: 'owner',
  tenantB: 'otherOwner',
  platformAdmin: 'platformAdmin',
  limited: 'readOnly',
  revoked: 'revoked',
  expired: 'expired',
  twoFactor: 'twoFactor',
  reseller: 'reseller',
};

/** What the suite cannot know by itself: which names are registered elsewhere. */
const BODIES = { transferDomain: { domain: 'elsewhere-{unique}.com' } };

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Every request takes this long by the mock's clock. */
const REQUEST_MS = 20;

/** The target file for a planted mock, with what the defect wants to be told in it. */
export function targetOf({ app, tell }: Planted): TargetConfig {
  const { personas, values } = app as Settled;
  const credentials: TargetConfig['credentials'] = {};
  for (const [part, persona] of Object.entries(PARTS)) {
    const found = personas[persona];
    if (!found) continue;
    const { tenantId: _, ...credential } = found;
    credentials[part as CredentialName] = credential;
  }
  const file = {
    baseUrl: 'http://127.0.0.1:4010/v1',
    credentials,
    values: structuredClone(values),
    bodies: structuredClone(BODIES),
  };
  tell(file);
  return file;
}

/** Waiting moves the mock's clock on and takes no time. */
export const clockOf = ({ app }: Planted): Clock => ({
  now: () => app.world.clock.now(),
  async sleep(ms, signal) {
    if (signal?.aborted) throw signal.reason;
    app.world.clock.advance(Math.max(0, ms));
  },
});

/** Carries the suite's requests to the mock, header names as they are spelled. */
export function transportOf(planted: Planted, baseUrl: string): Transport {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return {
    async send({ method, url, headers, body, signal }) {
      if (signal?.aborted) throw new TransportError('aborted', 'interrupted');
      planted.app.world.clock.advance(REQUEST_MS);
      const { pathname, search } = new URL(url);
      const bytes = typeof body === 'string' ? ENCODER.encode(body) : body;
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      const asked = askedOf({
        method,
        path: pathname.startsWith(base) ? pathname.slice(base.length) : `/..${pathname}`,
        query: search.slice(1),
        headers: Object.fromEntries(lower),
        spelled: Object.keys(headers),
        text: typeof body === 'string' ? body : body ? DECODER.decode(body) : '',
      });
      const reply = await planted.answer(asked, bytes);
      const content = typeof reply.body === 'string' ? ENCODER.encode(reply.body) : reply.body;
      const coding = Object.entries(reply.headers).find(
        ([name]) => name.toLowerCase() === 'content-encoding',
      )?.[1];
      return {
        status: reply.status,
        headers: Object.entries(reply.headers),
        bytes: decodeContent(content, coding),
      };
    },
    async close() {},
  };
}
