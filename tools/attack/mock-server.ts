// Starts the mock under attack as a process, checks that it works, and compares its stored data.
import { createHash } from 'node:crypto';
import { limitMs, pause, within } from './model.ts';
import { type Running, run } from './process.ts';

export type Persona = {
  email?: string;
  password?: string;
  apiKey?: string;
  token?: string;
  totpSecret?: string;
  tenantId: string;
};

export type Reply = { status: number; text: string; json: unknown };

export type CallOptions = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** time limit of the call in milliseconds; default 5,000 */
  patience?: number;
};

export type MockServer = {
  process: Running;
  /** host and port of the mock: `127.0.0.1:4010` */
  authority: string;
  port: number;
  personas: Record<string, Persona>;
  owner: Persona;
  /**
   * Calls a path (`/v1/…`, `/_mock/v1/…`) with the owner's API key.
   * @throws Error when no reply comes in time
   */
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** Returns a sentence on why the mock does not work normally; null when it works or its process has ended. */
  trouble(): Promise<string | null>;
  /** Returns a digest of the mock's stored data, leaving out the request counters. */
  fingerprint(): Promise<string>;
};

/** Maximum resident memory of the mock under any attack, in MB: four times the memory of a mock in normal use. */
export const MOCK_RSS = 420;
/** Default limit of the mock's JavaScript heap under attack, in MB. */
const MOCK_HEAP = 256;

export type StartOptions = {
  /** further command-line flags of `hosting-contract mock` */
  flags?: readonly string[];
  /** limit of the mock's JavaScript heap in MB; default 256 */
  heapMb?: number;
};

/**
 * Starts the mock without rate limits and with a frozen clock.
 * @throws Error when it is not ready within 20 seconds
 */
export async function startMock({ flags = [], heapMb = MOCK_HEAP }: StartOptions = {}): Promise<MockServer> {
  const fixed = ['--port', '0', '--log', 'json', '--limits', 'off', '--limits-auth', '1000000'];
  const child = run(['mock', ...fixed, '--clock', 'frozen', ...flags], { heapMb });
  const end = Date.now() + limitMs(20_000);
  while (!child.stdout().includes('\n')) {
    if (child.ended() !== null || Date.now() > end) {
      await child.stop();
      throw new Error(`The mock did not start: ${child.stderr().slice(0, 500)}`);
    }
    await pause(10);
  }
  const ready = JSON.parse(child.stdout().split('\n', 1)[0] ?? '') as {
    baseUrl: string;
    personas: Record<string, Persona>;
  };
  const { host: authority, port } = new URL(ready.baseUrl);
  const owner = ready.personas.owner ?? { tenantId: '' };

  const call = async (path: string, options: CallOptions = {}): Promise<Reply> => {
    const { method = 'GET', body, headers, patience = 5000 } = options;
    const response = await fetch(`http://${authority}${path}`, {
      method,
      signal: AbortSignal.timeout(limitMs(patience)),
      headers: {
        authorization: `Bearer ${owner.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: parsed(text) };
  };

  return {
    process: child,
    authority,
    port: Number(port),
    personas: ready.personas,
    owner,
    call,
    async trouble() {
      for (const path of ['/_mock/v1/health', '/v1/customers?per_page=1']) {
        if (child.ended() !== null) return null;
        const reply = await call(path).catch((error: Error) => error.message);
        if (typeof reply === 'string') {
          // When the process ends, its connections close slightly before its `exit` event, so wait up to a second for the
          // event.
          await within(child.over, 1000);
          if (child.ended() === null) return `GET ${path} is not answered: ${reply}`;
        } else if (reply.status !== 200) return `GET ${path} is answered ${reply.status}`;
      }
      return null;
    },
    async fingerprint() {
      const reply = await call('/_mock/v1/export', { patience: 20_000 });
      const { tables, ordinals, timers, clock, settings } = (reply.json ?? {}) as Record<string, unknown>;
      const kept = JSON.stringify([tables, ordinals, timers, clock, settings]);
      const lab = await Promise.all(
        ['worlds', 'snapshots', 'faults', 'policy'].map((path) => call(`/_mock/v1/${path}`)),
      );
      return createHash('sha256')
        .update(kept + lab.map(({ text }) => text).join())
        .digest('hex');
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
