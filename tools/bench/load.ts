// Loads a server with 32 connections that stay open: with wrk where it is installed, else with autocannon, which can be
// slower than the server that it measures.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import type { Server } from './server-process.ts';

/** A request; `[<id>]` in its body becomes a text that is unique in the run. */
export type Case = { name: string; method: 'GET' | 'POST'; path: string; body?: string };

const CONNECTIONS = 32;
const hasWrk = spawnSync('which', ['wrk']).status === 0;
/** The program that makes the load. */
export const GENERATOR = hasWrk ? 'wrk' : 'autocannon';

/** Returns requests a second, and the CPU time of a request in µs. */
export async function load(server: Server, one: Case, token: string, seconds: number) {
  const cpu = server.cpuMs();
  const { rate, total } = await (hasWrk ? withWrk : withAutocannon)(server.port, one, token, seconds);
  const used = cpu === null ? Number.NaN : (server.cpuMs() ?? 0) - cpu;
  return { rate, cpuUs: (used * 1000) / total };
}

let runs = 0;

async function withWrk(port: number, { method, path, body }: Case, token: string, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const script = join(folder, 'request.lua');
  runs += 1;
  const lines = [
    `wrk.method = '${method}'`,
    `wrk.headers['Authorization'] = 'Bearer ${token}'`,
    `wrk.headers['Content-Type'] = 'application/json'`,
    ...(body === undefined ? [] : [`wrk.body = [==[${body}]==]`]),
    ...(body?.includes('[<id>]')
      ? [
          'local sent = 0',
          'local body = wrk.body',
          'function request()',
          '  sent = sent + 1',
          `  return wrk.format(nil, nil, nil, (body:gsub('%[<id>%]', '${runs}-' .. sent)))`,
          'end',
        ]
      : []),
  ];
  writeFileSync(script, lines.join('\n'));
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-s', script],
    `http://127.0.0.1:${port}${path}`,
  ]).finally(() => rmSync(folder, { recursive: true }));
  const [rate, total] = [/Requests\/sec:\s*([\d.]+)/, /(\d+) requests in/].map((one) =>
    Number(one.exec(stdout)?.[1]),
  ) as [number, number];
  if (!(total > 0)) throw new Error(`wrk had no reply: ${stdout}`);
  return { rate, total };
}

async function withAutocannon(port: number, { method, path, body }: Case, token: string, seconds: number) {
  const { requests } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    ...{ method, connections: CONNECTIONS, duration: seconds, idReplacement: true },
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  return { rate: requests.average, total: requests.total };
}
