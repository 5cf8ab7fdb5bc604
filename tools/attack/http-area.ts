// Tries hostile HTTP clients on the mock, one after the other, and checks the mock after each client.
import { converse } from './connection.ts';
import type { HttpAttack } from './http/http-attack.ts';
import { httpAttacks } from './http-attacks.ts';
import { startMock } from './mock-server.ts';
import { type Area, sharedMock } from './shared-mock.ts';

const DOCUMENTED = [200, 201, 204, 304, 400, 401, 403, 404, 413, 422, 429, 503];
/**
 * Number of connections that are opened at the same time. It is small because the system's queue of new connections
 * is short.
 */
const TOGETHER = 128;

export const httpArea: Area = {
  name: 'http',
  attacks: () => httpAttacks,
  tries: (chosen) =>
    sharedMock(chosen as readonly HttpAttack[], {
      start: () => startMock(),
      compares: ({ must }) => must.changes !== true,
      async attempt(attack, mock, findings) {
        const { must, send, connections = 1 } = attack;
        const { owner } = mock;
        const fills: Record<string, string> = {
          host: mock.authority,
          key: owner.apiKey ?? '',
          token: owner.token ?? '',
          email: owner.email ?? '',
          password: owner.password ?? '',
        };
        const fill = (text: string): string =>
          text.replace(/\{(host|key|token|email|password)\}/g, (_, name: string) => fills[name] ?? '');
        const replies = must.replies ?? 1;
        const patience = must.patience ?? 5000;
        const under: ReturnType<typeof converse>[] = [];
        for (let at = 0; at < connections; at += 1) {
          under.push(converse(send, { port: mock.port, fill, replies, patience }));
          if (at % TOGETHER === TOGETHER - 1) await new Promise((next) => setTimeout(next, 50));
        }
        const statuses = must.statuses ?? DOCUMENTED;
        const reported = new Set<string>();
        for (const one of await Promise.all(under)) {
          const odd = one.statuses.find((status) => !statuses.includes(status));
          if (odd !== undefined) reported.add(`a reply has the status ${odd}, not ${statuses.join(', ')}`);
          if (must.refuses && !one.late && one.statuses.every((status) => status < 400))
            reported.add(`all ${one.statuses.length} requests are taken: there is no limit`);
          if (one.statuses.length > (must.mostReplies ?? Number.POSITIVE_INFINITY))
            reported.add(`${one.statuses.length} replies came: a hidden request was answered`);
          if (one.late && mock.process.ended() === null)
            findings.add('hang', `no reply within ${patience / 1000} s, and the connection stays open`);
          for (const [name, persona] of Object.entries(mock.personas))
            for (const secret of [persona.password, persona.totpSecret, persona.token, persona.apiKey])
              if (secret !== undefined && one.received.includes(secret))
                findings.add('leak', `a reply holds a secret of the persona ${name}`);
        }
        for (const note of reported) findings.add('wrong', note);
      },
    }),
};
