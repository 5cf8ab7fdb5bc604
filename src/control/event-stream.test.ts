// Tests of the event stream of the control API: commits and requests as server-sent events.
import { expect, test, vi } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../server/testing/minimal-mock.ts';
import { controlApi } from './control-api.ts';
import { controlEventStream } from './event-stream.ts';
import { mountControl } from './mount-control.ts';

// Opens the event stream of an app over the control API.
async function openStream(app: ReturnType<typeof createMinimalApp>) {
  mountControl(app, { token: null, loopback: true });
  const reply = await app.fetch(new Request('http://127.0.0.1/_mock/v1/events'));
  const reader = (reply.body ?? expect.unreachable()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    reply,
    close: () => reader.cancel(),
    /** Reads until a text has come, and returns all that has come. */
    async until(part: string): Promise<string> {
      while (!text.includes(part)) text += (await reader.read()).value ?? '';
      return text;
    },
  };
}

test('the event stream sends commits and requests as they happen, without personal data', async () => {
  const app = createMinimalApp();
  const { reply, until, close } = await openStream(app);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  const text = await until('event: request');
  expect(text).toMatch(/event: commit\ndata: \{"seq":\d+,"at":"2026-11-20T08:00:00Z"/);
  expect(text).toContain('"change":"inserted"');
  expect(text).toContain('"operation":"createCustomer"');
  expect(text).not.toContain('new@customers.example');
  expect(text.match(/event: log\ndata: (.*)/)?.[1]).toBe('{"last_request":null}');
  await close();
});

test('the event stream names the newest logged request at its start, and tells when the log is emptied', async () => {
  const app = createMinimalApp();
  await sendCall(app, 'GET', '/customers', { token: 'owner' });
  const { until, close } = await openStream(app);
  await until('data: {"last_request":"req_1"}');
  await app.fetch(new Request('http://127.0.0.1/_mock/v1/reset', { method: 'POST' }));
  await until('data: {"last_request":null}');
  await close();
});

test('the event stream tells when the clock is moved and when the world is reset', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const events: unknown[] = [];
  const stop = controlApi(app).onEvents(({ type, data }) => type === 'world' && events.push(data));
  const post = (path: string, body: object = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1/_mock/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
  await post('/clock/advance', { by: 'PT1H' });
  await post('/reset');
  stop();
  await post('/reset');
  expect(events).toEqual([
    { now: '2026-11-20T09:00:00Z', frozen: true, replaced: false },
    { now: '2026-11-20T08:00:00Z', frozen: true, replaced: true },
  ]);
});

test('a stream sends the first event after a pause soon, and then those of a tenth of a second together', async () => {
  const app = createMinimalApp({ limits: 'off' });
  vi.useFakeTimers();
  try {
    const sent: number[] = [];
    const stop = controlEventStream(app.worlds.main)(
      (text) => sent.push(text.match(/event: request/g)?.length ?? 0),
      () => undefined,
    );
    const send = () => sendCall(app, 'GET', '/customers', { token: 'owner' });
    await send();
    await vi.advanceTimersByTimeAsync(10);
    for (let at = 0; at < 9; at += 1) {
      await send();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sent).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toEqual([0, 1, 9]);
    stop();
    expect(app.worlds.main.deps.requests.listenerCount).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
