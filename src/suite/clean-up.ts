// Takes back what the run created, the latest first.
import { operation } from '../contract/operations.ts';
import type { Errand } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Door } from './door.ts';
import { readError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { type Entry, isHidden, type Ledger } from './ledger.ts';
import { MAX_CLEAN_UP_TIME } from './limits.ts';
import { RunStopped, Stop } from './outcome.ts';
import type { Report } from './report.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import { type CredentialName, credentialNames } from './target.ts';

export type CleanUpTools = { ledger: Ledger; door: Door; sessions: Sessions; clock: Clock; secrets: Secrets };
export type Leftover = Report['cleanup']['leftovers'][number];

/** What is still being set up cannot be ended yet: what is refused is asked for once more after so many
 * milliseconds. */
const PATIENCE = 10_000;

/** What one try came to: why it is not taken back, and whether it may be later. */
type Try = { why: string; again: boolean; gone: boolean } | null;

/** Takes at most {@link MAX_CLEAN_UP_TIME}. @returns what could not be taken back, with the reason; a target that is gone leaves all the rest */
export async function cleanUp(tools: CleanUpTools): Promise<Leftover[]> {
  tools.door.beginCleanUp(MAX_CLEAN_UP_TIME);
  await settle(tools);
  const left = new Map<Entry, string>();
  const late: Entry[] = [];
  let gone: string | null = null;
  let waited = false;
  for (const entry of tools.ledger.open()) {
    if (gone !== null) {
      left.set(entry, gone);
      continue;
    }
    let came = await tried(tools, entry);
    // what was made earlier is often held by this: the wait comes now, and not after all have been refused
    if (came?.again && !waited) {
      waited = true;
      await tools.clock.sleep(PATIENCE);
      came = await tried(tools, entry);
    } else if (came?.again) late.push(entry);
    if (!came) continue;
    left.set(entry, came.why);
    if (came.gone) gone = came.why;
  }
  if (late.length > 0 && gone === null) {
    await tools.clock.sleep(PATIENCE);
    for (const entry of late) {
      const came = await tried(tools, entry);
      if (came) left.set(entry, came.why);
      else left.delete(entry);
    }
  }
  return [...left].map(([{ undo }, why]) => ({ operation: undo.operation, params: undo.params ?? {}, why }));
}

/** Waits until the youngest of what is being set up can be ended. */
async function settle({ ledger, clock }: CleanUpTools): Promise<void> {
  const ready = ledger
    .open()
    .map(({ at, undo: { settles } }) => (at === undefined || settles === undefined ? 0 : at + settles));
  const wait = ready.reduce((latest, at) => Math.max(latest, at), 0) - clock.now();
  if (wait > 0) await clock.sleep(wait);
}

/** One try at one thing. */
async function tried(tools: CleanUpTools, entry: Entry): Promise<Try> {
  try {
    if (isHidden(entry))
      return { why: 'its id held a secret and was not written down', again: false, gone: false };
    const refused = await takeBack(tools, entry);
    if (refused === null) {
      tools.ledger.undone(entry);
      return null;
    }
    const said = messageOf(refused, tools.secrets);
    const { method } = operation(entry.undo.operation);
    const why = `${method} answered ${refused.status}${said === '' ? '' : `, "${said}"`}`;
    return { why, again: true, gone: false };
  } catch (error) {
    if (error instanceof RunStopped)
      return { why: tools.secrets.text(error.message), again: false, gone: true };
    // whatever comes of one thing, the others are taken back all the same
    if (!(error instanceof Stop)) return { why: tools.secrets.text(`${error}`), again: false, gone: false };
    // a gateway or a lost reply may be better soon; a credential that does not work will not
    const again = error.ending === 'inconclusive' && error.blockedBy === undefined;
    return { why: tools.secrets.text(error.message), again, gone: false };
  }
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

/** What the target said of it, in a line: cut only where its secrets are gone, for half of one is none that is known. */
function messageOf({ json, text }: Exchange, secrets: Secrets): string {
  const whole = (readError(json)?.message || text).slice(0, 20_000);
  const said = secrets.text(whole).replace(/\s+/g, ' ').trim();
  return said.length > 200 ? `${said.slice(0, 200)}…` : said;
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new Stop('not-applicable', `${as} is no configured credential`);
}
