// The store of worlds in PostgreSQL: `--state postgres://…`, shared by replicas.
import { randomUUID } from 'node:crypto';
import { readPostgresAddress } from './postgres/address.ts';
import { appendOf, missingOf, sendAppend } from './postgres/append.ts';
import { type Connections, connectPostgres } from './postgres/connections.ts';
import { isTransient } from './postgres/errors.ts';
import { look, repeat, wasStored } from './postgres/outcomes.ts';
import { type ListedRow, type LoadedRow, summaryOf, worldOf } from './postgres/rows.ts';
import { prepareTables } from './postgres/schema.ts';
import * as sql from './postgres/statements.ts';
import { referencesOf, type SharedText } from './shared-text.ts';
import { isMissing, TextSender } from './text-sender.ts';
import type { Owner, WorldStore } from './world-store.ts';

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

  const sender = new TextSender();

  /**
   * Stores texts. They are of no use until a change refers to them, and are removed after a time if none does.
   * @param limitMs how long the change that refers to them may take
   */
  const putTexts = async (texts: readonly SharedText[], limitMs: number): Promise<void> => {
    await Promise.all(
      texts.map(({ hash, text }) =>
        repeat(connections, limitMs, ({ timeoutMs }) => run(sql.PUT_TEXT, [hash, text()], timeoutMs)),
      ),
    );
  };

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

    create: (name, owner, base, main = false, texts = [], checkpoint) =>
      sender.send(texts, async (fresh) => {
        await putTexts(fresh, LONG_LIMIT_MS);
        const change = randomUUID();
        const hashes = referencesOf(base);
        const values = [
          ...[name, main, owner.id, owner.url, leaseSeconds, base, change, hashes],
          ...[checkpoint?.values ?? null, checkpoint?.wakeAtMs ?? null],
        ];
        return await repeat(connections, LONG_LIMIT_MS, async ({ failures, timeoutMs }) => {
          const [created] = await run<{ epoch: number | null; found: string[] }>(
            sql.CREATE,
            values,
            timeoutMs,
          );
          let epoch = created?.epoch ?? null;
          if (epoch === null && failures > 0) {
            // The row of an earlier try, whose acknowledgement was lost, holds the id of this change.
            const row = await look(connections, name, timeoutMs);
            if (row?.lastChange === change && row.ownerId === owner.id) ({ epoch } = row);
          }
          if (epoch === null) return created ? missingOf(hashes, created.found) : null;
          lastChanges.set(name, { epoch, change });
          return { kind: 'claimed' as const, epoch, seq: 0 };
        });
      }),

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

    append: (name, epoch, after, changes) =>
      sender.send(changes.texts ?? [], async (fresh) => {
        await putTexts(fresh, leaseMs);
        const change = randomUUID();
        const known = lastChanges.get(name);
        const before = known?.epoch === epoch ? known.change : null;
        const { statement, values, hashes } = appendOf(after, changes);
        const { records, checkpoint } = changes;
        const all = [
          ...[name, epoch, after, records.length, leaseSeconds, before, change],
          ...[checkpoint?.values ?? null, checkpoint?.wakeAtMs ?? null, ...values],
        ];
        const lost = { name, epoch, after, count: records.length, change };
        lastChanges.delete(name);
        const outcome = await repeat(connections, leaseMs, async ({ failures, timeoutMs }) => {
          const earlier = failures > 0 ? await wasStored(connections, lost, timeoutMs) : null;
          if (earlier !== null) return earlier;
          const { stored, found } = await sendAppend(connections, statement, all, timeoutMs);
          if (stored) return true;
          // A try that is refused may be so because the one before it was stored in the meantime.
          if (failures > 0 && (await wasStored(connections, lost, timeoutMs)) === true) return true;
          return (found && missingOf(hashes, found)) ?? false;
        });
        if (outcome === true) lastChanges.set(name, { epoch, change });
        // Nothing was stored, so that the next try follows the same change.
        else if (isMissing(outcome) && known) lastChanges.set(name, known);
        return outcome;
      }),

    async readTexts(hashes) {
      const rows = await repeat(connections, LONG_LIMIT_MS, ({ timeoutMs }) =>
        run<{ hash: string; body: string }>(sql.READ_TEXTS, [hashes], timeoutMs),
      );
      return new Map(rows.map(({ hash, body }) => [hash, body]));
    },

    async removeUnusedTexts() {
      await repeat(connections, LONG_LIMIT_MS, ({ timeoutMs }) =>
        run(sql.REMOVE_UNUSED_TEXTS, [], timeoutMs),
      );
    },

    async checkpoint(name, epoch, values, wakeAtMs) {
      await repeat(connections, leaseMs, ({ timeoutMs }) =>
        run(sql.CHECKPOINT, [name, epoch, values, wakeAtMs], timeoutMs),
      );
    },

    async renew(owner) {
      return await repeat(
        connections,
        leaseMs,
        async ({ timeoutMs }) => {
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
        },
        'renewal',
      );
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

type RenewedRow = { readonly name: string; readonly epoch: number; readonly renewed: boolean };
