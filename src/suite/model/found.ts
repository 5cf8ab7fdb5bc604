// Declares what `conform init` finds when it looks at a target with read-only calls.
import type { OperationId } from '../../contract/operations.ts';
import type { Check } from './define.ts';
import type { Exchange } from './exchange.ts';

/** A value that the target showed, and the operation whose reply contained it. */
export type FoundValue = { value: string; operation: OperationId };

type FoundReply = {
  area: string;
  operation: OperationId;
  status: number | null;
  /** for a list: the number of elements on its first page; absent when no list was recognised */
  items?: number;
  /** the location of the only array of objects, when no list was recognised: a JSON Pointer */
  pointer?: string;
};

/** What a target showed to read-only calls. */
export type Found = {
  replies: FoundReply[];
  customerId?: FoundValue | undefined;
  skuId?: FoundValue | undefined;
  /** the ids of orders whose status says that they wait */
  pendingOrderIds: string[];
  /** the key with the fewest scopes: its name, and the scopes of the contract that it does not have */
  limited?: { name: string; lacks: string[] } | undefined;
  /** the rate limits that the replies announce, in requests a minute */
  limits: { general?: number; auth?: number };
};

/** A look at a target: the checks that read, a function that notes each exchange, and what was found so far. */
export type Look = { checks: readonly Check[]; note: (exchange: Exchange) => void; found: () => Found };
