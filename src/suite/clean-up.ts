// Takes back what the run created, the latest first.
import { operation } from '../contract/operations.ts';
import type { Errand } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Door } from './door.ts';
import { readError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Entry, Ledger } from './ledger.ts';
import { RunStopped, Stop } from './outcome.ts';
import type { Report } from './report.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import { type CredentialName, credentialNames } from './target.ts';

export type CleanUpTools = { ledger: Ledger; door: Door; sessions: Sessions; clock: Clock; secrets: Secrets };
export type Leftover = Report['cleanup']['leftovers'][number];

/** What is still being set up cannot be ended yet: what is refused is asked for once more after so many milliseconds. */
const PATIENCE = 10_000;

/** @returns what could not be taken back, with the reason; a target that is gone leaves all the rest */
export async function cleanUp(tools: CleanUpTools): Promise<Leftover[]> {
  await settle(tools);
  const first = await pass(tools);
  if (!first.some(({ again }) => again)) return first.map(({ again: _, ...leftover }) => leftover);
  await tools.clock.sleep(PATIENCE);
  return (await pass(tools)).map(({ again: _, ...leftover }) => leftover);
}

/** Waits until the youngest of what is being set up can be ended. */
async function settle({ ledger, clock }: CleanUpTools): Promise<void> {
  const ready = ledger
    .open()
    .map(({ at, undo: { settles } }) => (at === undefined || settles === undefined ? 0 : at + settles));
  const wait = Math.max(0, ...ready) - clock.now();
  if (wait > 0) await clock.sleep(wait);
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
        const refused = await takeBack(tools, entry);
        if (refused === null) tools.ledger.undone(entry);
        else {
          const said = tools.secrets.text(messageOf(refused));
          why = `${operation(id).method} answered ${refused.status}${said === '' ? '' : `, "${said}"`}`;
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

/** @returns the refusal; null when it is taken back */
async function takeBack({ door, sessions }: CleanUpTools, { undo, as, by }: Entry): Promise<Exchange | null> {
  // on behalf of whoever created it
  const errand: Errand = { purpose: 'cleanup', by, during: '' };
  const name = credentialName(as);
  const { operation: id, params, body, gone = [] } = undo;
  const call = async (): Promise<{ reply: Exchange; token: string }> => {
    const token = await sessions.token(name, errand);
    const reply = await door.call(await sessions.caller(name, errand), errand, id, {
      ...(params === undefined ? {} : { params }),
      ...(body === undefined ? {} : { body }),
      undo: false,
    });
    return { reply, token };
  };
  let { reply, token } = await call();
  // a token may have run out since the last check
  if (reply.status === 401 && (await sessions.rejected(name, errand, token)))
    ({ reply, token } = await call());
  const { status } = reply;
  return (status >= 200 && status < 300) || [404, 410, ...gone].includes(status) ? null : reply;
}

/** What the target said of it, in a line. */
function messageOf({ json, text }: Exchange): string {
  const said = (readError(json)?.message || text).replace(/\s+/g, ' ').trim();
  return said.length > 200 ? `${said.slice(0, 200)}…` : said;
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new Stop('not-applicable', `${as} is no configured credential`);
}
