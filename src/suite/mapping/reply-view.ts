// Declares how a reply's body gets the contract's names.
import type { Exchange } from '../model/exchange.ts';

/** Gives reply bodies the contract's names, as far as the run has learned the deployment's names. */
export type ReplyView = {
  /** changes whenever something is learned, so that views are built anew */
  readonly version: number;
  /** Returns the body of a reply with the contract's names added. */
  view(
    exchange: Pick<Exchange, 'id' | 'operation' | 'status' | 'received' | 'request' | 'deliberateFault'>,
  ): unknown;
};
