// Sends requests to one server over keep-alive connections from a second processor core, and measures requests per
// second.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Case = {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** body of the request; `%d` is replaced by a number that is unique in the run */
  body?: string;
  status: number;
};

const has = (command: string): boolean => spawnSync('which', [command]).status === 0;
const pinned = has('taskset') ? ['taskset', '-c', '1'] : [];

/**
 * Returns whether the load generator wrk is installed. Wrk is fast enough that it does not limit the measured server.
 */
export const canLoad = (): boolean => has('wrk');

/**
 * Measures requests per second with 32 keep-alive connections.
 * @throws Error when a reply does not have the expected status
 */
export async function load(port: number, one: Case, token: string, seconds: number): Promise<number> {
  const script = join(mkdtempSync(join(tmpdir(), 'bench-')), 'case.lua');
  writeFileSync(script, lua(one, token));
  const [command = 'wrk', ...args] = [
    ...pinned,
    'wrk',
    ...['-t1', '-c32', `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`],
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((done) => child.on('close', done));
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  const wrong = Number(/wrong status: (\d+)/.exec(output)?.[1] ?? 0);
  if (!(rate > 0) || wrong > 0) throw new Error(`${one.name}: ${wrong} answers of another status\n${output}`);
  return rate;
}

function lua(one: Case, token: string): string {
  const headers = [`["Authorization"] = "Bearer ${token}"`, '["Content-Type"] = "application/json"'];
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
