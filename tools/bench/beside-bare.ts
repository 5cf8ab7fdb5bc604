// Starts the mocks that are measured, and bare `node:http` with the replies of the first.
import { type Case, prepareCases, startMock } from './cases.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './process.ts';
import { startBare } from './servers.ts';

/** A server, and the requests by which it is measured. */
export type Measured = { name: string; server: Server; cases: readonly Case[] };

/**
 * Starts the mock of each build, and bare `node:http`.
 * @param started receives each server as soon as it has started, so that the caller can stop it
 * @returns the servers, and the token of the requests
 */
export async function startBesideBare(
  builds: BenchOptions['builds'],
  started: Server[],
): Promise<{ mocks: readonly Measured[]; bare: Measured; token: string }> {
  const mocks: Measured[] = [];
  let first: { bare: Measured; token: string } | undefined;
  for (const build of builds) {
    const mock = await startMock(build);
    started.push(mock);
    const { cases, prepared } = await prepareCases(mock);
    mocks.push({ name: build.name, server: mock, cases });
    if (first) continue;
    const bare = await startBare(prepared);
    started.push(bare);
    first = { bare: { name: 'bare', server: bare, cases }, token: mock.token };
  }
  if (!first) throw new Error('There is no build to measure.');
  return { mocks, ...first };
}
