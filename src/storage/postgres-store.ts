// The store of worlds in PostgreSQL: `--state postgres://…`, shared by replicas.
import { randomUUID } from 'node:crypto';
import { readPostgresAddress } from './postgres/address.ts';
import { type Connections, connectPostgres, type Statement } from './postgres/connections.ts';
import { isTransient } from './postgres/errors.ts';
import { look, repeat, wasStored } from './postgres/outcomes.ts';
import { type ListedRow, type LoadedRow, summaryOf, worldOf } from './postgres/rows.ts';
import { prepareTables } from './postgres/schema.ts';
import * as sql from './postgres/statements.ts';
import { textArray } from './postgres/text-array.ts';
import type { Changes, Owner, WorldStore } from './world-store.ts';

/** How long a claim lasts without renewal, in ms. */
const LEASE_MS = 5000;
/** How long a statement that reads or writes whole worlds may take, with repetitions, in ms. */
const LONG_LIMIT_MS = 60_000;
/** The part of a lease that a renewal waits for worlds whose rows another statement has locked. */
const LOCKED_SHARE = 0.2;

/**
 * Connects to a database and creates the tables where they are missing.
 * @param url such as `postgres://name:password@host:5432/database?sslmode=verify-full`
 * @param leaseMs how long a claim lasts without renewal
 * @throws StorageError when the database cannot be used; the message contains no password
 */
export async function openPostgresStore(url: string, leaseMs: number = LEASE_MS): Promise<WorldStore> {
  const connections = await connectPostgres(readPostgresAddress(url));
  try {
    await prepareTables(connections);
    return postgresStore(connections, leaseMs);
  } catch (error) {
    await connections.close();
    throw connections.explain(error);
  }
}

function postgresStore(connections: Connections, leaseMs: number): WorldStore {
  const { run, description } = connections;
  const leaseSeconds = leaseMs / 1000;
  /** The ids of the last appends of the worlds that this store claimed: a late duplicate of an append matches none. */
  const lastChanges = new Map<string, { epoch: number; change: string }>();

  /** Renews leases of worlds whose rows are locked. One that stays locked counts as lost: its appends hang too. */
  const renewLocked = async (owner: Owner, names: readonly string[]): Promise<RenewedRow[]> => {
    try {
      const values = [owner.id, leaseSeconds, owner.url, names];
      return await run<RenewedRow>(sql.RENEW_LOCKED, values, leaseMs * LOCKED_SHARE, 'renewal');
    } catch (error) {
      if (isTransient(error)) return [];
      throw error;
    }
  };

  return {
    description,
    leaseMs,

    async create(name, owner, base, main = false) {
      const change = randomUUID();
      const values = [name, main, owner.id, owner.url, leaseSeconds, base, change];
      return await repeat(connections, LONG_LIMIT_MS, async ({ failures, timeoutMs }) => {
        const [created] = await run<{ epoch: number }>(sql.CREATE, values, timeoutMs);
        const row = created || failures === 0 ? created : await look(connections, name, timeoutMs);
        // The row of an earlier try, whose acknowledgement was lost, holds the id of this change.
        if (!row || ('ownerId' in row && (row.lastChange !== change || row.ownerId !== owner.id)))
          return null;
        lastChanges.set(name, { epoch: row.epoch, change });
        return { kind: 'claimed', epoch: row.epoch, seq: 0 };
      });
    },

    async claim(name, owner) {
      type Row =
        | { epoch: number; seq: number; lastChange: string }
        | { epoch: null; ownerId: string | null; ownerUrl: string | null; leaseLeftMs: number };
      return await repeat(connections, leaseMs, async ({ timeoutMs }) => {
        for (;;) {
          const [row] = await run<Row>(sql.CLAIM, [name, owner.id, owner.url, leaseSeconds], timeoutMs);
          if (!row) return null;
          if (row.epoch !== null) {
            lastChanges.set(name, { epoch: row.epoch, change: row.lastChange });
            return { kind: 'claimed', epoch: row.epoch, seq: row.seq };
          }
          const { ownerId, ownerUrl, leaseLeftMs } = row;
          // Otherwise another process claimed the world after this statement had begun: the row is an old one.
          if (ownerId !== null && ownerId !== owner.id && leaseLeftMs > 0)
            return { kind: 'held', by: { id: ownerId, url: ownerUrl }, leaseLeftMs };
        }
      });
    },

    async load(name, epoch) {
      const rows = await repeat(connections, LONG_LIMIT_MS, ({ timeoutMs }) =>
        run<LoadedRow>(sql.LOAD, [name, epoch], timeoutMs),
      );
      return worldOf(rows, name, description);
    },

    async append(name, epoch, after, changes) {
      const change = randomUUID();
      const known = lastChanges.get(name);
      const before = known?.epoch === epoch ? known.change : null;
      const [statement, values] = appendOf(after, changes);
      const all = [name, epoch, after, changes.records.length, leaseSeconds, before, change, ...values];
      const lost = { name, epoch, after, count: changes.records.length, change };
      lastChanges.delete(name);
      const isStored = await repeat(connections, leaseMs, async ({ failures, timeoutMs }) => {
        const earlier = failures > 0 ? await wasStored(connections, lost, timeoutMs) : null;
        if (earlier !== null) return earlier;
        const [stored] = await run(statement, all, timeoutMs);
        // A try that is refused may be so because the one before it was stored in the meantime.
        return (
          stored !== undefined || (failures > 0 && (await wasStored(connections, lost, timeoutMs)) === true)
        );
      });
      if (isStored) lastChanges.set(name, { epoch, change });
      return isStored;
    },

    async checkpoint(name, epoch, values, wakeAtMs) {
      await repeat(connections, leaseMs, ({ timeoutMs }) =>
        run(sql.CHECKPOINT, [name, epoch, values, wakeAtMs], timeoutMs),
      );
    },

    async renew(owner) {
      return await repeat(connections, leaseMs, async ({ timeoutMs }) => {
        const rows = await run<RenewedRow>(
          sql.RENEW,
          [owner.id, leaseSeconds, owner.url],
          timeoutMs,
          'renewal',
        );
        const locked = rows.filter((row) => !row.renewed).map(({ name }) => name);
        const renewed = rows.filter((row) => row.renewed);
        if (locked.length > 0) renewed.push(...(await renewLocked(owner, locked)));
        return new Map(renewed.map(({ name, epoch }) => [name, epoch]));
      });
    },

    async release(name, epoch) {
      lastChanges.delete(name);
      await repeat(connections, leaseMs, ({ timeoutMs }) => run(sql.RELEASE, [name, epoch], timeoutMs));
    },

    async remove(name, epoch) {
      lastChanges.delete(name);
      return await repeat(connections, leaseMs, async ({ failures, timeoutMs }) => {
        const removed = await connections.transact(async (execute) => {
          await execute(sql.REMOVE.remember, [epoch]);
          const worlds = await execute(sql.REMOVE.world, [name, epoch]);
          if (worlds.length === 0) return false;
          // These statements begin after the row of the world is locked, so no append adds records any more.
          await execute(sql.REMOVE.commits, [name]);
          await execute(sql.REMOVE.snapshots, [name]);
          return true;
        }, timeoutMs);
        // A world that is gone after a lost acknowledgement was removed by the try before.
        return removed || (failures > 0 && (await look(connections, name, timeoutMs)) === undefined);
      });
    },

    async list() {
      const rows = await repeat(connections, LONG_LIMIT_MS, ({ timeoutMs }) =>
        run<ListedRow>(sql.LIST, [], timeoutMs),
      );
      return rows
        .map(summaryOf)
        .sort((a, b) => Number(b.main) - Number(a.main) || (a.name < b.name ? -1 : 1));
    },

    async dueWorlds(limit) {
      const rows = await repeat(connections, leaseMs, ({ timeoutMs }) =>
        run<{ name: string }>(sql.DUE, [limit], timeoutMs),
      );
      return rows.map(({ name }) => name);
    },

    close: () => connections.close(),
  };
}

/** Chooses the statement of an append, and returns its last parameters. */
function appendOf(
  after: number,
  { records, base, baseSeq, saved = [], removed = [] }: Changes,
): [Statement, unknown[]] {
  // Of snapshots of one name, the last one is stored.
  const states = new Map(saved.map((state) => [state.name, state]));
  const texts = textArray(records);
  const snapshots = [
    removed,
    [...states.keys()],
    [...states.values()].map(({ takenAt }) => takenAt),
    textArray([...states.values()].map(({ state }) => state)),
  ];
  if (base !== undefined)
    return [sql.APPEND_BASE, [texts, ...snapshots, base, baseSeq ?? after + records.length]];
  if (states.size > 0 || removed.length > 0) return [sql.APPEND_SNAPSHOTS, [texts, ...snapshots]];
  return [sql.APPEND, [texts]];
}

type RenewedRow = { readonly name: string; readonly epoch: number; readonly renewed: boolean };
