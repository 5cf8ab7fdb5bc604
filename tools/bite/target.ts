// Makes a mock with defects a target of the suite: uses its personas as credentials, calls it without a network, and
// uses its clock.
import { targetConfig as targetOf } from '../../bin/mock-target.ts';
import type { SeededWorld } from '../../src/server/mock-definition.ts';
import { decodeContent, type Transport, TransportError } from '../../src/suite/http/transport/transport.ts';
import type { Clock } from '../../src/suite/model/clock.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import { toClientRequest } from '../../src/variations/exchange.ts';
import type { MutantMock } from './mutant-mock.ts';

const ENCODER = new TextEncoder();

/** Time that every request takes on the mock's clock, in milliseconds. */
const REQUEST_MS = 20;

/** Builds the target file for a mock, with the changes that the injected defects make to the file. */
export function targetConfig({ app, editTarget }: MutantMock): TargetConfig {
  const file = structuredClone(targetOf('http://127.0.0.1:4010/v1', app as SeededWorld));
  editTarget(file);
  return file;
}

/** Returns a clock for the suite: a wait advances the mock's clock and takes no real time. */
export const mockClock = ({ app }: MutantMock): Clock => ({
  now: () => app.world.clock.now(),
  async sleep(ms, signal) {
    if (signal?.aborted) throw signal.reason;
    app.world.clock.advance(Math.max(0, ms));
  },
});

/**
 * Returns a transport that passes requests to the mock in this process, with header names in the letter case of the
 * suite.
 */
export function mockTransport(planted: MutantMock, baseUrl: string): Transport {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return {
    async send({ method, url, headers, body, signal }) {
      if (signal?.aborted) throw new TransportError('aborted', 'interrupted');
      planted.app.world.clock.advance(REQUEST_MS);
      const { pathname, search } = new URL(url);
      const bytes = typeof body === 'string' ? ENCODER.encode(body) : body;
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      const request = toClientRequest({
        method,
        path: pathname.startsWith(base) ? pathname.slice(base.length) : `/..${pathname}`,
        query: search.slice(1),
        headers: Object.fromEntries(lower),
        headerNames: Object.keys(headers),
        bytes,
      });
      // A server that throws closes the connection, as one does that closes it by itself.
      const reply = await planted.answer(request).catch((error: unknown) => {
        throw new TransportError('reset', error instanceof Error ? error.message : `${error}`);
      });
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
