// Tests of the mock's log: it escapes control characters of requests and redacts secrets in URLs.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { start } from '../testing/processes.ts';

// Sends raw bytes to the mock and waits for the end of the reply.
function sendRaw(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.resume().on('close', () => resolve());
    socket.on('error', reject);
  });
}

test.each(['pretty', 'json'])(
  '--log %s escapes control characters in URLs and redacts their secrets',
  async (form) => {
    const { output, until } = start(['mock', '--port', '0', '--log', form, '--world', 'empty']);
    await until(/http:\/\/127\.0\.0\.1:\d+\/v1/);
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\/v1/.exec(output.out)?.[1]);
    const request = (path: string): Buffer =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 'latin1');
    await sendRaw(port, request('/v1/\u009b31m\u009d0;t?epp_code=HUSH-0'));
    await sendRaw(port, request('/v1/nothing::error::?epp_code=HUSH-1&session_id=HUSH-2&page=2'));
    await until(/nothing.*\n/);
    const { out } = output;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffd]/);
    expect(out).toContain('page=2');
    expect(out).not.toContain('HUSH');
  },
);

test('the log names the code that the app received, and behind it the more exact reason', async () => {
  const { output, until } = start(['mock', '--port', '0', '--log', 'pretty']);
  const command = /curl (http:\S+)\/customers -H 'Authorization: (\S+ \w+)'/;
  await until(command);
  const [, address, authorization = ''] = command.exec(output.out) ?? [];
  const items = [{ sku_id: 'ssl-dv', quantity: 1, billing_cycle: 'monthly' }];
  const customer_id = '3f2a9c1e-0000-4000-8000-000000000000';
  await fetch(`${address}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ customer_id, payment_method: 'wallet', items }),
  });
  await until(/\/v1\/orders +422.* VALIDATION_FAILED \(CUSTOMER_UNKNOWN\)/);
});
