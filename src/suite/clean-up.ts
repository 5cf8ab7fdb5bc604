// Takes back what the run created, the latest first.
import { operation } from '../contract/operations.ts';
import type { Errand } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Door } from './door.ts';
import type { Entry, Ledger } from './ledger.ts';
import { RunStopped, Stop } from './outcome.ts';
import type { Report } from './report.ts';
import type { Sessions } from './sessions.ts';
import { type CredentialName, credentialNames } from './target.ts';

export type CleanUpTools = { ledger: Ledger; door: Door; sessions: Sessions; clock: Clock };
export type Leftover = Report['cleanup']['leftovers'][number];

const errand: Errand = { purpose: 'cleanup', by: 'suite/cleanup', during: '' };

/** What is still being set up cannot be ended yet: what is refused is asked for once more after so many milliseconds. */
const PATIENCE = 10_000;

/** @returns what could not be taken back, with the reason; a target that is gone leaves all the rest */
export async function cleanUp(tools: CleanUpTools): Promise<Leftover[]> {
  const first = await pass(tools);
  if (!first.some(({ again }) => again)) return first.map(({ again: _, ...leftover }) => leftover);
  await tools.clock.sleep(PATIENCE);
  return (await pass(tools)).map(({ again: _, ...leftover }) => leftover);
}

async function pass(tools: CleanUpTools): Promise<(Leftover & { again: boolean })[]> {
  const leftovers: (Leftover & { again: boolean })[] = [];
  let gone: string | null = null;
  for (const entry of tools.ledger.open()) {
    const { operation: id, params = {} } = entry.undo;
    let why: string | null = gone;
    let again = false;
    try {
      if (gone === null) {
        const status = await takeBack(tools, entry);
        if (status === 'done') tools.ledger.undone(entry);
        else {
          why = `${operation(id).method} answered ${status}`;
          again = true;
        }
      }
    } catch (error) {
      if (error instanceof RunStopped) gone = error.message;
      else if (!(error instanceof Stop)) throw error;
      // a gateway or a lost reply may be better soon; a credential that does not work will not
      else again = error.ending === 'inconclusive' && error.blockedBy === undefined;
      why = error.message;
    }
    if (why !== null) leftovers.push({ operation: id, params, why, again });
  }
  return leftovers;
}

async function takeBack({ door, sessions }: CleanUpTools, { undo, as }: Entry): Promise<'done' | number> {
  const name = credentialName(as);
  const { operation: id, params, body, gone = [] } = undo;
  const call = async (): Promise<{ status: number; token: string }> => {
    const token = await sessions.token(name, errand);
    const { status } = await door.call(await sessions.caller(name, errand), errand, id, {
      ...(params === undefined ? {} : { params }),
      ...(body === undefined ? {} : { body }),
      undo: false,
    });
    return { status, token };
  };
  let { status, token } = await call();
  // a token may have run out since the last check
  if (status === 401 && (await sessions.rejected(name, errand, token))) ({ status, token } = await call());
  return (status >= 200 && status < 300) || [404, 410, ...gone].includes(status) ? 'done' : status;
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new Stop('not-applicable', `${as} is no configured credential`);
}
