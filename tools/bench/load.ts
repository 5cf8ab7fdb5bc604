// Sends requests to one server over keep-alive connections from a second processor core: with wrk where it is
// installed, otherwise with the load generator in Node.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Case, headersFor } from './cases.ts';
import type { LoadOrder, LoadResult } from './load-client.ts';
import { cpuMilliseconds, has, onLoadCore, type Server } from './process.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));

/** Number of keep-alive connections. */
const CONNECTIONS = 32;

/** Whether wrk is installed. Wrk is fast enough that it does not limit the measured server. */
export const hasWrk = has('wrk');

/** Sends what an order says with the load generator in Node. Requests with a rate are sent at constant intervals. */
export async function sendLoad(
  port: number,
  { name, method, path, body, idempotent = false, status }: Case,
  token: string,
  amount: Partial<Pick<LoadOrder, 'requests' | 'seconds' | 'rate' | 'connections'>>,
): Promise<LoadResult> {
  const order: LoadOrder = {
    ...{ port, method, path, body, status },
    headers: { ...headersFor(token), ...(idempotent && { 'Idempotency-Key': 'bench-%d' }) },
    ...{ connections: CONNECTIONS, ...amount },
  };
  const [file = '', ...args] = [...onLoadCore, process.execPath, CLIENT, JSON.stringify(order)];
  const { stdout } = await run(file, args);
  const result = JSON.parse(stdout) as LoadResult;
  if (result.wrongStatus > 0) throw new Error(`${name}: ${result.wrongStatus} replies of another status`);
  return result;
}

/** What a server did under load. The CPU figures are null on a system without /proc. */
export type LoadFigure = {
  /** requests a second */
  rate: number;
  /** CPU time of the server a request, in µs */
  cpuUs: number | null;
  /** the part of it that the main thread of the server took, in µs */
  mainCpuUs: number | null;
  /** CPU time of the server as a share of the elapsed time */
  cpuShare: number | null;
};

/**
 * Measures requests per second with 32 keep-alive connections, and the CPU time of the server.
 * @throws Error when a reply does not have the expected status
 */
export async function load(
  { port, pid }: Pick<Server, 'port' | 'pid'>,
  one: Case,
  token: string,
  seconds: number,
): Promise<LoadFigure> {
  const cpuBefore = cpuMilliseconds(pid);
  const mainBefore = cpuMilliseconds(pid, true);
  const { requests, seconds: took } = hasWrk
    ? await wrk(port, one, token, seconds)
    : await sendLoad(port, one, token, { seconds });
  const cpuAfter = cpuMilliseconds(pid);
  const mainAfter = cpuMilliseconds(pid, true);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const mainMs = mainBefore === null || mainAfter === null ? null : mainAfter - mainBefore;
  return {
    rate: requests / took,
    cpuUs: cpuMs === null ? null : (cpuMs * 1000) / requests,
    mainCpuUs: mainMs === null ? null : (mainMs * 1000) / requests,
    cpuShare: cpuMs === null ? null : cpuMs / 1000 / took,
  };
}

async function wrk(
  port: number,
  one: Case,
  token: string,
  seconds: number,
): Promise<Pick<LoadResult, 'requests' | 'seconds'>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const script = join(folder, 'case.lua');
  writeFileSync(script, lua(one, token));
  const [file = '', ...args] = [
    ...onLoadCore,
    'wrk',
    ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`],
  ];
  try {
    const { stdout } = await run(file, args);
    const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    const wrong = Number(/wrong status: (\d+)/.exec(stdout)?.[1] ?? 0);
    if (!(rate > 0 && requests > 0) || wrong > 0)
      throw new Error(`${one.name}: ${wrong} replies of another status\n${stdout}`);
    return { requests, seconds: requests / rate };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lua(one: Case, token: string): string {
  const headers = Object.entries(headersFor(token)).map(([name, value]) => `["${name}"] = "${value}"`);
  const body =
    one.body === undefined ? 'nil' : `string.gsub([[${one.body}]], "%%d", tostring(base + counter))`;
  return `
local counter = 0
local base = ${Date.now() % 1_000_000_000} * 1000
local headers = { ${headers.join(', ')} }
local wrong = 0
threads = {}
function setup(thread) table.insert(threads, thread) end
function init() wrong_status = 0 end
function request()
  counter = counter + 1
  local body = ${body}
  return wrk.format("${one.method}", "${one.path}", headers, body)
end
function response(status) if status ~= ${one.status} then wrong_status = wrong_status + 1 end end
function done()
  local total = 0
  for _, thread in ipairs(threads) do total = total + thread:get("wrong_status") end
  print("wrong status: " .. total)
end
`;
}
