// A load generator in Node, for what wrk cannot do: an exact number of requests, and a constant rate of requests with
// latencies that are corrected for coordinated omission. It also replaces wrk where wrk is not installed. It runs as
// a process of its own; its argument is a `LoadOrder` as JSON, and it prints a `LoadResult` as JSON.
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { ReplyReader } from './reply-reader.ts';

export type LoadOrder = {
  port: number;
  method: string;
  path: string;
  /** HTTP headers and body of each request; `%d` is replaced by a number that is unique in the run */
  headers: Record<string, string>;
  body?: string | undefined;
  status: number;
  connections: number;
  /** ends after this many requests; without it, after `seconds` */
  requests?: number | undefined;
  seconds?: number | undefined;
  /**
   * requests a second, sent at constant intervals whether or not earlier replies have arrived; without it, each
   * connection sends its next request when its reply has arrived
   */
  rate?: number | undefined;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  /** replies with another status than the expected one */
  wrongStatus: number;
  /** latencies in ms, from the time at which a request was due to the end of its reply */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
};

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const { port, method, path, headers, status, rate } = order;
const limit = order.requests ?? Number.POSITIVE_INFINITY;
const endMs = (order.seconds ?? Number.POSITIVE_INFINITY) * 1000;
const base = (Date.now() % 1_000_000_000) * 1000;

const latencies = createHistogram();
const fixed = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}`;
const withoutBody = Buffer.from(`${fixed}\r\n`);
const numberedHead = fixed.includes('%d');

let sent = 0;
let done = 0;
let wrongStatus = 0;
let lastReplyMs = 0;

function requestText(): Buffer | string {
  if (order.body === undefined) return withoutBody;
  const number = String(base + sent);
  const body = order.body.replaceAll('%d', number);
  const head = numberedHead ? fixed.replaceAll('%d', number) : fixed;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A keep-alive connection that has at most one request under way. */
type Connection = { socket: Socket; dueMs: number };
const idle: Connection[] = [];
/** Times at which requests were due that wait for a free connection; only used at a constant rate. */
const waiting: number[] = [];
let firstWaiting = 0;

const began = performance.now();
const elapsed = (): number => performance.now() - began;

function send(connection: Connection, dueMs: number): void {
  connection.dueMs = dueMs;
  const text = requestText();
  sent += 1;
  connection.socket.write(text);
}

function next(connection: Connection): void {
  if (rate === undefined) {
    const now = elapsed();
    if (sent < limit && now < endMs) send(connection, now);
    return;
  }
  const dueMs = waiting[firstWaiting];
  if (dueMs === undefined) {
    idle.push(connection);
    return;
  }
  firstWaiting += 1;
  send(connection, dueMs);
}

function open(): Promise<Connection> {
  return new Promise((opened, failed) => {
    const socket = connect(port, '127.0.0.1', () => opened(connection));
    socket.setNoDelay(true);
    const connection: Connection = { socket, dueMs: 0 };
    const reader = new ReplyReader((answered) => {
      done += 1;
      if (answered !== status) wrongStatus += 1;
      lastReplyMs = elapsed();
      latencies.record(Math.max(1, Math.round((lastReplyMs - connection.dueMs) * 1e6)));
      if (isOver()) finish();
      else next(connection);
    });
    socket.on('data', (chunk: Buffer) => reader.read(chunk));
    socket.on('error', failed);
    socket.on('close', () => {
      process.stderr.write('The server closed a connection during the load.\n');
      process.exit(1);
    });
  });
}

const isOver = (): boolean =>
  done === sent && firstWaiting === waiting.length && (sent >= limit || elapsed() >= endMs);

function finish(): never {
  const ms = (percentile: number): number => latencies.percentile(percentile) / 1e6;
  const result: LoadResult = {
    requests: done,
    seconds: lastReplyMs / 1000,
    wrongStatus,
    p50Ms: ms(50),
    p99Ms: ms(99),
    maxMs: latencies.max / 1e6,
  };
  process.stdout.write(JSON.stringify(result));
  process.exit(0);
}

/** Releases the requests that are due; spins, because timers of Node are too coarse for thousands a second. */
function release(perSecond: number): void {
  const now = Math.min(elapsed(), endMs);
  const due = Math.min(limit, Math.floor((now / 1000) * perSecond));
  while (sent + waiting.length - firstWaiting < due) {
    const dueMs = ((sent + waiting.length - firstWaiting) / perSecond) * 1000;
    const connection = idle.pop();
    if (connection) send(connection, dueMs);
    else waiting.push(dueMs);
  }
  if (isOver()) finish();
  setImmediate(release, perSecond);
}

const connections = await Promise.all(Array.from({ length: order.connections }, open));
if (rate === undefined) for (const connection of connections) next(connection);
else {
  idle.push(...connections);
  release(rate);
}
