// The latency of a POST: in memory, on PostgreSQL, and through a replica that is not the owner, beside the append of one
// row to the same PostgreSQL. The four are measured in turn, one request at a time.
import pg from 'pg';
import { median } from '../median.ts';
import { type Client, createClient } from './client.ts';
import { startCluster } from './cluster.ts';

export type LatencyResult = {
  /** medians of all rounds, in ms */
  memoryMs: number;
  postgresMs: number;
  forwardedMs: number;
  appendMs: number;
  /** `memory + 2 × append` */
  goalMs: number;
  /** of each round: what PostgreSQL adds to memory, in appends of one row */
  appendsPerRound: number[];
};

const ROUNDS = 9;
const REQUESTS = 60;

/** Measures the latencies on new processes. `random` is only for the clients. */
export async function measureLatency(random: () => number): Promise<LatencyResult> {
  const memory = await startCluster({ state: 'memory', replicas: 1 });
  const shared = await startCluster({ state: 'postgres', replicas: 2 });
  const database = new pg.Client({ connectionString: shared.stateUrl ?? '' });
  const clients: Client[] = [];
  const clientOf = (baseUrl: string): Client => {
    const client = createClient([baseUrl], { random });
    clients.push(client);
    return client;
  };
  try {
    await database.connect();
    await database.query('create table append_probe (n bigserial primary key, body text not null)');
    const body = 'x'.repeat(2000);
    const inMemory = await posterOf(clientOf(memory.baseUrls[0] ?? ''));
    const owner = await posterOf(clientOf(shared.baseUrls[0] ?? ''));
    const other = await posterOf(clientOf(shared.baseUrls[1] ?? ''));
    const cases = {
      memory: inMemory,
      postgres: owner,
      forwarded: other,
      append: () => database.query('insert into append_probe (body) values ($1)', [body]),
    };
    const rounds: Record<keyof typeof cases, number[]> = {
      memory: [],
      postgres: [],
      forwarded: [],
      append: [],
    };
    // The first round warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round++)
      for (const name of Object.keys(cases) as (keyof typeof cases)[]) {
        const times: number[] = [];
        for (let at = 0; at < REQUESTS; at++) {
          const began = performance.now();
          await cases[name]();
          times.push(performance.now() - began);
        }
        if (round > 0) rounds[name].push(median(times));
      }
    const [memoryMs, appendMs] = [median(rounds.memory), median(rounds.append)];
    return {
      memoryMs,
      appendMs,
      postgresMs: median(rounds.postgres),
      forwardedMs: median(rounds.forwarded),
      goalMs: memoryMs + 2 * appendMs,
      appendsPerRound: rounds.postgres.map(
        (ms, round) => (ms - (rounds.memory[round] ?? 0)) / (rounds.append[round] ?? 1),
      ),
    };
  } finally {
    await database.end();
    await Promise.all(clients.map((client) => client.close()));
    await memory.close();
    await shared.close();
  }
}

/** Returns a function that creates a customer in the main world. */
async function posterOf(client: Client): Promise<() => Promise<void>> {
  const reply = await client.send({ path: '/_mock/v1/personas' });
  const { personas } = (reply.json ?? {}) as { personas?: Record<string, { apiKey?: string }> };
  const apiKey = personas?.owner?.apiKey ?? '';
  const name = Math.round(performance.now() * 1000);
  let count = 0;
  return async () => {
    const body = { email: `c${name}-${count++}@example.org`, first_name: 'Jane', last_name: 'Doe' };
    const { status, text } = await client.send({ method: 'POST', path: '/v1/customers', apiKey, body });
    if (status !== 201)
      throw new Error(`POST /v1/customers is answered with ${status}: ${text.slice(0, 200)}`);
  };
}
