// Waiting for what is under way to come to rest, with as few reads as it takes.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { isSuccess, statusIn } from './reading.ts';

export type Rest = {
  /** whether a status word says that something is under way */
  moving(status: string): boolean;
  /** how long each wait is, in milliseconds; after the last one it is left as it is */
  pauses: readonly number[];
  /** what was said of it last, by the reply that set it going: where that shows it under way, it is waited for at once */
  told?: Exchange | undefined;
};

/** Reads something until it is at rest, for a while; first, an earlier reading that still holds will do. @returns the last reading */
export async function atRest(
  t: Context,
  read: (known: boolean) => Promise<Exchange>,
  { moving, pauses, told }: Rest,
): Promise<Exchange> {
  const restless = (reply: Exchange): boolean => isSuccess(reply) && moving(statusIn(reply.json) ?? '');
  let reply = told !== undefined && restless(told) ? told : await read(true);
  for (const pause of pauses) {
    if (!restless(reply)) break;
    // what was said a while ago has been waited for already
    const left = pause - t.since(reply);
    if (left > 0) await t.sleep(left);
    reply = await read(false);
  }
  return reply;
}
