// The types of commits: the changes of one transaction.
import type { EntityRef } from './store.ts';
import type { Row } from './tables/table.ts';

/**
 * The net effect of a commit on one row: the row was inserted (no `before`), updated, or removed (no `after`). Timers
 * are rows of the table `$timers`.
 */
export type Write = {
  readonly table: string;
  readonly id: string;
  readonly before?: Row;
  readonly after?: Row;
  /** The place of `before` in the order of creation, if the row lost it. */
  readonly place?: number;
  /** The place of `after` in the order of creation, if the row was inserted, or removed and inserted again. */
  readonly newPlace?: number;
};

/** What it takes to apply a write again to the state before it. */
export type RedoWrite = Pick<Write, 'table' | 'id' | 'after' | 'newPlace'>;

/** What it takes to apply a commit again to the state before it. */
export type RedoCommit = {
  readonly seq: number;
  readonly writes: readonly RedoWrite[];
  readonly ordinals: Readonly<Record<string, number>>;
};

export type Event = { readonly type: string; readonly tenant_id: string | null; readonly data: object };

/** What made a commit: a request, a timer that came due, a lever of the control API, a webhook delivery, or an arranged scenario. */
export type Cause =
  | {
      readonly kind: 'request';
      /** the `X-Request-Id` of the reply, such as `req_7` */
      readonly id: string;
      readonly operation: string | null;
      /** the id of the caller, such as `user <id>` */
      readonly caller: string;
      /** the size of the request's body, in bytes */
      readonly bytes: number;
    }
  | { readonly kind: 'timer'; readonly timer: string; readonly ref: EntityRef }
  | { readonly kind: 'lever'; readonly lever: string; readonly table: string; readonly id: string }
  | { readonly kind: 'delivery'; readonly id: string }
  | { readonly kind: 'scenario' };

/** The record of everything that one transaction changed. */
export type Commit = {
  /**
   * The number of the commit among the changes of its world, counted from 1. A reset, a restore or an import of the
   * world takes a number too, and never sets the number back.
   */
  readonly seq: number;
  /** The instant of the transaction. */
  readonly at: string;
  /** What made the commit; null when no more is known. */
  readonly cause: Cause | null;
  readonly writes: readonly Write[];
  readonly events: readonly Event[];
  /** The ordinals that the transaction used, as the next ordinal by purpose. */
  readonly ordinals: Readonly<Record<string, number>>;
  /** The purposes whose ordinals the transaction used, one element for each ordinal. */
  readonly drawn: readonly { readonly name: string }[];
};
