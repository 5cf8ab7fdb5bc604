// One of several processes that serve the worlds of a database: its identity, its calls, and its state for load
// balancers.
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { App } from '../../server/app.ts';
import { type Call, jsonReply, type Reply } from '../../server/http/call.ts';
import { type Owner, StorageError, type WorldStore, type WorldSummary } from '../world-store.ts';
import { replicaName } from './forwarded-call.ts';
import type { LeaseTime } from './lease.ts';
import type { OwnedWorld } from './owned-world.ts';
import type { Ownership } from './ownership.ts';
import { type ReplicaCalls, replicaCalls } from './replica-calls.ts';

export type ReplicaOptions = {
  readonly app: App;
  readonly store: WorldStore;
  readonly time: LeaseTime;
  /** the origin at which other replicas reach this one; null until it is known where the process listens */
  readonly url: string | null;
};

/** A replica. */
export type Replica = {
  readonly owner: Owner;
  /** the name of the replica for people; every start has another one */
  readonly name: string;
  /** sets where other replicas reach this one, unless it was given */
  listens(origin: string): void;
  /** connects the calls of the app with those of other replicas */
  connect(ownership: Ownership<OwnedWorld>): ReplicaCalls;
};

/**
 * Creates a replica.
 * @param others the worlds of the database with their owners
 * @throws StorageError when replicas on other machines could not reach this one
 */
export function createReplica(
  { app, store, time, url: given }: ReplicaOptions,
  others: readonly WorldSummary[],
): Replica {
  let url = given && reachable(given);
  const owner: Owner = {
    // The id is the key with which other replicas sign calls, so nobody may guess it.
    id: randomBytes(24).toString('base64url'),
    get url() {
      return url;
    },
  };
  const name = replicaName(owner.id);
  if (url !== null) assertReachable(url, others);

  /** Answers the health check of a load balancer, which concerns no world. */
  const health = (ownership: Ownership<OwnedWorld>, reply: Reply): Reply => {
    const { world, seed, now, ...rest } = JSON.parse(String(reply.body));
    const worlds = ownership.list().map((owned) => owned.name);
    const isMain = worlds.includes(world);
    const replica = { name, url, worlds: worlds.length };
    const body = { ...rest, world, seed: isMain ? seed : null, now: isMain ? now : null, replica };
    return { ...jsonReply(200, JSON.stringify(body)), headers: reply.headers };
  };

  return {
    owner,
    name,
    listens(origin) {
      url ??= reachable(origin);
    },
    connect(ownership) {
      const calls = replicaCalls(app, ownership, { owner, time, leaseMs: store.leaseMs ?? 0 });
      return {
        ...calls,
        intercept() {
          calls.intercept();
          app.intercept((call, next) => {
            if (!isHealthCheck(call)) return next(call);
            return Promise.resolve(next(call)).then((reply) =>
              reply.status === 200 ? health(ownership, reply) : reply,
            );
          });
        },
      };
    },
  };
}

const isHealthCheck = ({ method, path, query, headers }: Call): boolean =>
  path === '/_mock/v1/health' &&
  method === 'GET' &&
  query === '' &&
  headers.prefer === undefined &&
  headers['x-mock-world'] === undefined;

/** @throws StorageError when this replica listens on loopback only, and another replica is on another machine */
function assertReachable(url: string, others: readonly WorldSummary[]): void {
  if (!isLoopback(url)) return;
  const remote = others.find(({ owner }) => owner?.url && !isLoopback(owner.url))?.owner?.url;
  if (remote)
    throw new StorageError(
      'invalid address',
      `The replica ${remote} cannot reach this one at ${url}: start it with --host 0.0.0.0, or with --replica-url and an address that others reach.`,
    );
}

/** Replaces a host that stands for all addresses of a machine by one of them that other machines may reach. */
function reachable(origin: string): string {
  const url = new URL(origin);
  if (url.hostname !== '0.0.0.0' && url.hostname !== '[::]') return url.origin;
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  url.hostname =
    addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  return url.origin;
}

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
