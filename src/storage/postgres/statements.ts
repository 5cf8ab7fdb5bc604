// The statements of the store in PostgreSQL. Each is one round trip, and does nothing when a later claim exists.
import { UNUSED_TEXTS_LOCK } from './advisory-locks.ts';
import type { Statement } from './connections.ts';

const statement = (name: string, text: string): Statement => ({ name: `hosting_contract_${name}`, text });

/** The end of a lease that begins now, by the clock of the database; the parameter is in seconds. */
const leaseUntil = (parameter: string): string => `clock_timestamp() + make_interval(secs => ${parameter})`;
const LEASE_LEFT = `greatest(0, extract(epoch from lease_until - clock_timestamp()) * 1000)::float8`;
const OWNED = 'name = $1 and epoch = $2 and owner_id is not null';

/**
 * The texts to which a change refers. They are locked until the change is stored, so that nobody removes them before; a
 * change without all of them stores nothing.
 */
const found = (parameter: string): string => `found as (
    select hash from hosting_contract.texts where hash = any(${parameter}::text[]) for key share)`;
const allFound = (parameter: string): string =>
  `(select count(*) from found) = cardinality(${parameter}::text[])`;
const FOUND = 'array(select hash from found) as found';

/** Stores a text. Parameters: hash, body. The change that refers to it waits for the disk, and so for this. */
export const PUT_TEXT = statement(
  'put_text',
  `with lossy as (select set_config('synchronous_commit', 'off', true))
  insert into hosting_contract.texts (hash, body) select $1, $2 from lossy
  on conflict (hash) do update set stored_at = clock_timestamp()`,
);

/** Parameters: hashes. */
export const READ_TEXTS = statement(
  'read_texts',
  'select hash, body from hosting_contract.texts where hash = any($1::text[])',
);

/**
 * Removes the texts to which no state refers and that were stored more than a minute ago. What is locked is skipped: a
 * change is about to refer to it. After the locks are taken, a new statement looks at the references again, because
 * changes were stored in the meantime.
 */
export const REMOVE_UNUSED_TEXTS = statement(
  'remove_unused_texts',
  `do $$
  declare
    unused text[];
  begin
    if not pg_try_advisory_xact_lock(${UNUSED_TEXTS_LOCK}) then
      return;
    end if;
    unused := array(
      select hash from hosting_contract.texts where stored_at < clock_timestamp() - interval '1 minute'
      except (select unnest(base_texts) from hosting_contract.worlds
        union all select unnest(texts) from hosting_contract.snapshots));
    unused := array(
      select hash from hosting_contract.texts
      where hash = any(unused) and stored_at < clock_timestamp() - interval '1 minute' for update skip locked);
    unused := array(
      select unnest(unused)
      except (select unnest(base_texts) from hosting_contract.worlds
        union all select unnest(texts) from hosting_contract.snapshots));
    delete from hosting_contract.texts where hash = any(unused);
  end $$`,
);

/**
 * Parameters: name, main, owner id, owner URL, seconds of the lease, base, id of the change, the hashes of the texts to
 * which the base refers, the values of a checkpoint, its wake-up time in ms since 1970.
 */
export const CREATE = statement(
  'create',
  `with format as (select last_epoch from hosting_contract.format for share),
  ${found('$8')},
  created as (
    insert into hosting_contract.worlds
      (name, main, epoch, owner_id, owner_url, lease_until, base, last_change, base_texts, checkpoint, wake_at_ms)
    select $1, $2, last_epoch + 1, $3, $4, ${leaseUntil('$5')}, $6, $7, $8, $9, $10 from format where ${allFound('$8')}
    on conflict (name) do nothing
    returning epoch)
  select (select epoch from created)::float8 as epoch, ${FOUND}`,
);

/** Parameters: name, owner id, owner URL, seconds of the lease. A row without `epoch` names who holds the world. */
export const CLAIM = statement(
  'claim',
  `with claimed as (
    update hosting_contract.worlds
    set epoch = epoch + 1, owner_id = $2, owner_url = $3, lease_until = ${leaseUntil('$4')}
    where name = $1 and (owner_id is null or owner_id = $2 or lease_until <= clock_timestamp())
    returning epoch, seq, last_change)
  select epoch::float8 as epoch, seq::float8 as seq, last_change as "lastChange",
    null as "ownerId", null as "ownerUrl", 0::float8 as "leaseLeftMs" from claimed
  union all
  select null, null, null, owner_id, owner_url, ${LEASE_LEFT}
  from hosting_contract.worlds where name = $1 and not exists (select from claimed)`,
);

/** Parameters: name, epoch. A row for the base, one for each record, and one for each snapshot. */
export const LOAD = statement(
  'load',
  `with world as (select * from hosting_contract.worlds where ${OWNED})
  select 'base' as kind, base_seq::float8 as no, base as text, seq::float8 as "lastSeq", checkpoint,
    null as name, null as "takenAt" from world
  union all
  select 'record', commits.seq::float8, body, null, null, null, null
  from world join hosting_contract.commits on commits.world = world.name
  union all
  select 'snapshot', position::float8, state, null, null, snapshots.name, taken_at
  from world join hosting_contract.snapshots on snapshots.world = world.name`,
);

/**
 * The rows of `worlds` that an append changes; $6 is the id of the change before, null when it is not known; $8 and $9 are
 * a checkpoint, null when the one before stays.
 */
const appended = (more = '', condition = ''): string => `owned as (
    update hosting_contract.worlds
    set seq = seq + $4, lease_until = ${leaseUntil('$5')}, changed_at = clock_timestamp(), last_change = $7,
      checkpoint = coalesce($8, checkpoint),
      wake_at_ms = case when $8::text is null then wake_at_ms else $9::float8 end${more}
    where ${OWNED} and seq = $3 and ($6::uuid is null or last_change = $6)${condition}
    returning name)`;

const ADDED = `insert into hosting_contract.commits (world, seq, epoch, body)
    select owned.name, $3 + no, $2, body from owned, unnest($10::text[]) with ordinality as record (body, no)`;

/**
 * Parameters: name, epoch, the number of the last record before, how many records, seconds of the lease, the id of the
 * change before, the id of this change, the values of a checkpoint, its wake-up time; then the records, at least one. It
 * has no result, which would have to be described and read: the number of inserted rows says whether it was stored.
 */
export const APPEND = statement('append', `with ${appended()} ${ADDED}`);

/** A snapshot that is removed and stored again moves to the end, as it would in a map. */
const SNAPSHOTS = `dropped as (
    delete from hosting_contract.snapshots using owned
    where world = owned.name and snapshots.name = any($11::text[]) and not snapshots.name = any($12::text[])),
  saved as (
    insert into hosting_contract.snapshots (world, name, taken_at, state, texts)
    select owned.name, one.name, one.taken_at, one.state, string_to_array(one.texts, ' ')
    from owned, unnest($12::text[], $13::text[], $14::text[], $15::text[])
      with ordinality as one (name, taken_at, state, texts, no)
    order by no
    on conflict (world, name) do update set taken_at = excluded.taken_at, state = excluded.state,
      texts = excluded.texts,
      position = case when excluded.name = any($11::text[]) then excluded.position else snapshots.position end)`;

/**
 * Parameters as of `APPEND`; then the names of snapshots to remove; names, times, states and hashes of texts (with
 * spaces between them) of snapshots; the hashes of all texts.
 */
export const APPEND_SNAPSHOTS = statement(
  'append_snapshots',
  `with ${found('$16')}, ${appended('', ` and ${allFound('$16')}`)}, added as (${ADDED}),
  ${SNAPSHOTS}
  select exists(select from owned) as stored, ${FOUND}`,
);

/**
 * Parameters as of `APPEND_SNAPSHOTS`; then a new base, the number of the last record that it contains, the hashes of its
 * texts.
 */
export const APPEND_BASE = statement(
  'append_base',
  `with ${found('$16')},
  ${appended(', base = $17, base_seq = $18, base_texts = $19', ` and ${allFound('$16')}`)},
  added as (${ADDED} where $3 + no > $18),
  cleared as (delete from hosting_contract.commits using owned where world = owned.name and commits.seq <= $18),
  ${SNAPSHOTS}
  select exists(select from owned) as stored, ${FOUND}`,
);

/** Parameters: name. Waits for statements that change the world. */
export const LOOK = statement(
  'look',
  `select epoch::float8 as epoch, base_seq::float8 as "baseSeq", last_change as "lastChange", owner_id as "ownerId"
  from hosting_contract.worlds where name = $1 for share`,
);

/** Parameters: name, the number of a record. */
export const RECORD_EPOCH = statement(
  'record_epoch',
  'select epoch::float8 as epoch from hosting_contract.commits where world = $1 and seq = $2',
);

/** Parameters: name, epoch, values, wake-up time in ms since 1970. It may be lost, so it waits for no disk. */
export const CHECKPOINT = statement(
  'checkpoint',
  `with lossy as (select set_config('synchronous_commit', 'off', true))
  update hosting_contract.worlds set checkpoint = $3, wake_at_ms = $4 from lossy where ${OWNED}`,
);

/**
 * Parameters: owner id, seconds of the lease, owner URL (a process may learn it after its first claim). Rows that another statement holds are not waited for: they come back
 * with `renewed` false.
 */
export const RENEW = statement(
  'renew',
  `with free as (
    select name from hosting_contract.worlds where owner_id = $1 for no key update skip locked),
  renewed as (
    update hosting_contract.worlds set lease_until = ${leaseUntil('$2')}, owner_url = $3
    from free where worlds.name = free.name and owner_id = $1
    returning worlds.name, epoch)
  select name, epoch::float8 as epoch, true as renewed from renewed
  union all
  select name, null, false from hosting_contract.worlds
  where owner_id = $1 and name not in (select name from renewed)`,
);

/** Parameters as of `RENEW`; then names. Waits for other statements. */
export const RENEW_LOCKED = statement(
  'renew_locked',
  `with free as (
    select name from hosting_contract.worlds where owner_id = $1 and name = any($4::text[])
    order by name for no key update)
  update hosting_contract.worlds set lease_until = ${leaseUntil('$2')}, owner_url = $3
  from free where worlds.name = free.name and owner_id = $1
  returning worlds.name, epoch::float8 as epoch`,
);

/** Parameters: name, epoch. */
export const RELEASE = statement(
  'release',
  `update hosting_contract.worlds set owner_id = null, owner_url = null where ${OWNED}`,
);

/** Removes a world, in one transaction: the statement for each step. Parameters: name, epoch; name for the others. */
export const REMOVE = {
  remember: 'update hosting_contract.format set last_epoch = greatest(last_epoch, $1)',
  world: `delete from hosting_contract.worlds where ${OWNED} returning name`,
  commits: 'delete from hosting_contract.commits where world = $1',
  snapshots: 'delete from hosting_contract.snapshots where world = $1',
};

/** The texts to which the base and the snapshots of a world refer count once. */
export const LIST = statement(
  'list',
  `with text_sizes as materialized (
    select hash, octet_length(body)::float8 as bytes from hosting_contract.texts),
  text_uses as (
    select name as world, unnest(base_texts) as hash from hosting_contract.worlds
    union
    select world, unnest(texts) from hosting_contract.snapshots),
  shared as (
    select world, sum(text_sizes.bytes) as bytes from text_uses join text_sizes using (hash) group by world)
  select name, main, owner_id as "ownerId", owner_url as "ownerUrl", ${LEASE_LEFT} as "leaseLeftMs",
    seq::float8 as seq,
    octet_length(base) + coalesce(shared.bytes, 0) + coalesce(records.bytes, 0) + coalesce(saved.bytes, 0) as bytes,
    created_at as "createdAt", changed_at as "changedAt"
  from hosting_contract.worlds
  left join shared on shared.world = worlds.name
  left join lateral (
    select sum(octet_length(body))::float8 as bytes from hosting_contract.commits where world = worlds.name
  ) records on true
  left join lateral (
    select sum(octet_length(state))::float8 as bytes from hosting_contract.snapshots where world = worlds.name
  ) saved on true`,
);

/** Parameters: how many. */
export const DUE = statement(
  'due',
  `select name from hosting_contract.worlds
  where (owner_id is null or lease_until <= clock_timestamp())
    and wake_at_ms <= extract(epoch from clock_timestamp()) * 1000
  order by wake_at_ms limit $1`,
);
