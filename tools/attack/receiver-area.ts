// Registers hostile webhook endpoints at the mock, lets the mock deliver to them, and checks the mock and the
// receivers afterwards.
import { createServer, type Server, type Socket } from 'node:net';
import { type MockServer, startMock } from './mock-server.ts';
import { type Findings, limitMs, type Piece, pause } from './model.ts';
import { type ReceiverAttack, receiverAttacks } from './receiver-attacks.ts';
import { type Area, sharedMock } from './shared-mock.ts';

export const receiverArea: Area = {
  name: 'receiver',
  attacks: () => receiverAttacks,
  tries: (chosen) =>
    sharedMock(chosen as readonly ReceiverAttack[], {
      start: () => startMock(),
      // The mock stores delivery attempts, so its data changes; each attack itself checks what must stay unchanged.
      compares: () => false,
      attempt,
    }),
};

async function attempt(attack: ReceiverAttack, mock: MockServer, findings: Findings): Promise<void> {
  const receiver = await openReceiver(attack, mock);
  const fill = receiver.fill;
  try {
    // Records a customer and the clock, because a reset or another call of the control API by the attack would delete the
    // customer or change the clock.
    const marker = await mock.call('/v1/customers', {
      method: 'POST',
      body: { email: `m${Date.now()}${Math.random()}@example.org`, first_name: 'Marker', last_name: 'Row' },
    });
    const { id: markerId } = marker.json as { id: string };
    const clock = await mock.call('/_mock/v1/clock');
    const headers: Record<string, string> = attack.origin === undefined ? {} : { origin: attack.origin };
    const made = await mock.call('/v1/webhooks', {
      method: 'POST',
      headers,
      body: { url: fill(attack.url), events: ['*'] },
    });
    const accepted = made.status === 201;
    const { registered } = attack.must;
    if (made.status >= 500 || ((registered === 'accepted') !== accepted && registered !== 'either'))
      findings.add('wrong', `the endpoint is answered ${made.status}; it must be ${registered}`);
    if (!accepted) return;
    const { id } = made.json as { id: string };
    const test = await mock.call(`/v1/webhooks/${id}/test`, { method: 'POST', headers });
    if (test.status >= 500) findings.add('wrong', `the test of the endpoint is answered ${test.status}`);
    const end = Date.now() + limitMs(attack.must.patience ?? 4000);
    let settled = test.status >= 400;
    while (!settled && Date.now() < end && mock.process.ended() === null) {
      await pause(50);
      settled = await attempted(mock, id);
    }
    if (mock.process.ended() !== null) return;
    if (attack.must.delivered === 'never' && receiver.connections() > 0)
      findings.add('wrong', `${receiver.connections()} connections reached the receiver`);
    if ((await mock.call(`/v1/customers/${markerId}`)).status !== 200)
      findings.add('wrong', 'a customer is gone: the delivery reset the world');
    else if (!settled)
      findings.add('hang', `no attempt is recorded within ${(attack.must.patience ?? 4000) / 1000} s`);
    if ((await mock.call('/_mock/v1/clock')).text !== clock.text)
      findings.add('wrong', 'the clock was changed by the delivery');
    await mock.call(`/v1/webhooks/${id}`, { method: 'DELETE' });
  } finally {
    receiver.close();
  }
}

/**
 * Returns whether the mock recorded an attempt to deliver to the webhook endpoint, whatever the result of the
 * attempt.
 */
async function attempted(mock: MockServer, id: string): Promise<boolean> {
  const { json } = await mock.call(`/v1/webhooks/${id}/deliveries`).catch(() => ({ json: undefined }));
  const { data = [] } = (json ?? {}) as {
    data?: { attempts?: unknown; attempt?: unknown; status?: string }[];
  };
  return (
    data.length > 0 &&
    data.every(({ status }) => status !== 'pending' && status !== 'queued' && status !== 'sending')
  );
}

type Receiver = { fill(text: string): string; connections(): number; close(): void };

async function openReceiver({ answers, resets }: ReceiverAttack, mock: MockServer): Promise<Receiver> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (resets) return void socket.resetAndDestroy();
    socket.once('data', () => void reply(socket, answers ?? [], (text) => fill(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const words: Record<string, string> = {
    receiver: `127.0.0.1:${port}`,
    port: String(port),
    mock: mock.authority,
    mockPort: String(mock.port),
  };
  const fill = (text: string): string =>
    text.replace(/\{(receiver|port|mock|mockPort)\}/g, (_, name: string) => words[name] ?? '');
  return {
    fill,
    connections: () => connections,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends pieces of a reply to a peer that may disconnect at any moment. */
export async function reply(
  socket: Socket,
  pieces: readonly Piece[],
  fill: (text: string) => string,
): Promise<void> {
  const write = (data: Buffer): Promise<void> =>
    new Promise((done) => {
      if (socket.destroyed) return done();
      const finish = (): void => {
        socket.off('close', finish);
        done();
      };
      socket.once('close', finish);
      socket.write(data, finish);
    });
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (typeof piece === 'string') await write(Buffer.from(fill(piece)));
    else if ('bytes' in piece) await write(Buffer.from(piece.bytes, 'latin1'));
    else if ('waitMs' in piece) await pause(piece.waitMs);
    else if ('end' in piece) {
      if (piece.end === 'half') socket.end();
      else if (piece.end === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    } else {
      const unit = Buffer.from(piece.repeat, 'latin1');
      const together = Math.max(1, Math.min(piece.times, Math.floor(65_536 / unit.length)));
      const block = Buffer.concat(Array.from({ length: together }, () => unit));
      for (let sent = 0; sent < piece.times && !socket.destroyed; sent += together)
        await write(
          sent + together <= piece.times ? block : block.subarray(0, (piece.times - sent) * unit.length),
        );
    }
  }
}
