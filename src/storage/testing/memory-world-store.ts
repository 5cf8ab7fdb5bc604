// Test helper: a store of worlds in memory, with the same rules as the databases. Several owners of one test share it.
import { referencesOf, type SharedText } from '../shared-text.ts';
import { type MissingTexts, TextSender } from '../text-sender.ts';
import type { Changes, Claim, Held, Owner, SavedState, WorldStore, WorldSummary } from '../world-store.ts';

type Entry = {
  main: boolean;
  epoch: number;
  owner: Owner | null;
  leaseUntil: number;
  seq: number;
  base: string;
  records: string[];
  saved: Map<string, SavedState>;
  checkpoint: string | null;
  wakeAtMs: number | null;
  createdAt: number;
  changedAt: number;
};

/** A store in memory. `entries` and `texts` are what a database would contain. */
export type MemoryWorldStore = WorldStore & {
  readonly entries: ReadonlyMap<string, Entry>;
  /** the texts to which states refer, by hash */
  readonly texts: ReadonlyMap<string, string>;
};

/**
 * Creates a store in memory.
 * @param leaseMs how long a claim lasts without renewal; null when the store has one owner
 * @param now the clock of the database, in ms
 */
export function memoryWorldStore(
  leaseMs: number | null = null,
  now: () => number = Date.now,
): MemoryWorldStore {
  const entries = new Map<string, Entry>();
  const texts = new Map<string, string>();
  const sender = new TextSender();
  let lastEpoch = 0;
  const until = (): number => (leaseMs === null ? Number.POSITIVE_INFINITY : now() + leaseMs);
  const find = (name: string, epoch: number): Entry | undefined => {
    const entry = entries.get(name);
    return entry?.epoch === epoch && entry.owner !== null ? entry : undefined;
  };
  const leaseLeft = ({ owner, leaseUntil }: Entry): number => (owner ? Math.max(0, leaseUntil - now()) : 0);

  const statesOf = ({ base, saved }: Entry): string[] => [
    base,
    ...[...saved.values()].map(({ state }) => state),
  ];
  const removeUnused = (): void => {
    const used = new Set([...entries.values()].flatMap(statesOf).flatMap(referencesOf));
    for (const hash of texts.keys()) if (!used.has(hash)) texts.delete(hash);
  };
  /** Adds texts; returns those to which the states refer and that are not there. */
  const addTexts = (states: readonly string[], fresh: readonly SharedText[]): MissingTexts | null => {
    const needed = states.flatMap(referencesOf);
    for (const { hash, text } of fresh) if (needed.includes(hash)) texts.set(hash, text());
    const missing = needed.filter((hash) => !texts.has(hash));
    return missing.length > 0 ? { missing } : null;
  };

  return {
    entries,
    texts,
    description: 'memory',
    leaseMs,
    create: (name, owner, base, main = false, given = [], checkpoint) =>
      sender.send(given, async (fresh) => {
        if (entries.has(name)) return null;
        const lacking = addTexts([base], fresh);
        if (lacking) return lacking;
        const at = now();
        entries.set(name, {
          ...{
            main,
            epoch: ++lastEpoch,
            owner: { id: owner.id, url: owner.url },
            leaseUntil: until(),
            seq: 0,
            base,
            records: [],
            saved: new Map(),
          },
          ...{ checkpoint: checkpoint?.values ?? null, wakeAtMs: checkpoint?.wakeAtMs ?? null },
          ...{ createdAt: at, changedAt: at },
        });
        return { kind: 'claimed' as const, epoch: lastEpoch, seq: 0 };
      }),
    async claim(name, owner): Promise<Claim | Held | null> {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.owner && entry.owner.id !== owner.id && leaseLeft(entry) > 0)
        return { kind: 'held', by: entry.owner, leaseLeftMs: leaseLeft(entry) };
      entry.epoch = ++lastEpoch;
      entry.owner = { id: owner.id, url: owner.url };
      entry.leaseUntil = until();
      return { kind: 'claimed', epoch: entry.epoch, seq: entry.seq };
    },
    async load(name, epoch) {
      const entry = find(name, epoch);
      if (!entry) return null;
      const { base, records, saved, checkpoint } = entry;
      return { base, records: [...records], saved: [...saved.values()], checkpoint };
    },
    append: (name, epoch, after, changes: Changes) =>
      sender.send(changes.texts ?? [], async (fresh) => {
        const { records, base, baseSeq, saved = [], removed = [], checkpoint } = changes;
        const entry = find(name, epoch);
        if (!entry || entry.seq !== after) return false;
        const states = saved.map(({ state }) => state);
        const lacking = addTexts(base === undefined ? states : [base, ...states], fresh);
        if (lacking) return lacking;
        entry.seq += records.length;
        entry.records.push(...records);
        if (base !== undefined) {
          entry.base = base;
          entry.records = entry.records.slice(entry.records.length - (entry.seq - (baseSeq ?? entry.seq)));
        }
        if (checkpoint)
          Object.assign(entry, { checkpoint: checkpoint.values, wakeAtMs: checkpoint.wakeAtMs });
        for (const removedName of removed) entry.saved.delete(removedName);
        for (const state of saved) entry.saved.set(state.name, state);
        entry.leaseUntil = until();
        entry.changedAt = now();
        if (base !== undefined || saved.length + removed.length > 0) removeUnused();
        return true;
      }),
    async readTexts(hashes) {
      return new Map(
        hashes.flatMap((hash) => {
          const text = texts.get(hash);
          return text === undefined ? [] : [[hash, text] as const];
        }),
      );
    },
    async checkpoint(name, epoch, values, wakeAtMs) {
      const entry = find(name, epoch);
      if (!entry) return;
      entry.checkpoint = values;
      entry.wakeAtMs = wakeAtMs;
    },
    async renew(owner) {
      const own = [...entries].filter(([, entry]) => entry.owner?.id === owner.id);
      for (const [, entry] of own)
        Object.assign(entry, { owner: { id: owner.id, url: owner.url }, leaseUntil: until() });
      return new Map(own.map(([name, { epoch }]) => [name, epoch]));
    },
    async release(name, epoch) {
      const entry = find(name, epoch);
      if (entry) entry.owner = null;
    },
    async remove(name, epoch) {
      if (find(name, epoch) === undefined) return false;
      entries.delete(name);
      removeUnused();
      return true;
    },
    async list() {
      const all = [...entries].map(([name, entry]): WorldSummary => {
        const { main, owner, seq, records, createdAt, changedAt } = entry;
        const hashes = new Set(statesOf(entry).flatMap(referencesOf));
        const shared = [...hashes].map((hash) => texts.get(hash) ?? '');
        const all = [...statesOf(entry), ...records, ...shared];
        const left = leaseLeft(entry);
        return {
          ...{
            name,
            main,
            seq,
            owner: left > 0 ? owner : null,
            leaseLeftMs: left > 0 && Number.isFinite(left) ? left : null,
          },
          bytes: all.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
          createdAt: new Date(createdAt).toISOString(),
          changedAt: new Date(changedAt).toISOString(),
        };
      });
      return all.sort((a, b) => Number(b.main) - Number(a.main) || (a.name < b.name ? -1 : 1));
    },
    async dueWorlds(limit) {
      const isDue = (entry: Entry): boolean =>
        leaseLeft(entry) === 0 && entry.wakeAtMs !== null && entry.wakeAtMs <= now();
      return [...entries]
        .filter(([, entry]) => isDue(entry))
        .sort(([, a], [, b]) => (a.wakeAtMs ?? 0) - (b.wakeAtMs ?? 0))
        .slice(0, limit)
        .map(([name]) => name);
    },
    async close() {},
  };
}
