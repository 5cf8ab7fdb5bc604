// Takes back what the run created, the latest first.
import { operation } from '../contract/operations.ts';
import type { Errand } from './caller.ts';
import type { Door } from './door.ts';
import type { Ledger } from './ledger.ts';
import { RunStopped, Stop } from './outcome.ts';
import type { Report } from './report.ts';
import type { Sessions } from './sessions.ts';
import { type CredentialName, credentialNames } from './target.ts';

export type CleanUpTools = { ledger: Ledger; door: Door; sessions: Sessions };
export type Leftover = Report['cleanup']['leftovers'][number];

const errand: Errand = { purpose: 'cleanup', by: 'suite/cleanup', during: '' };

/** @returns what could not be taken back, with the reason; a target that is gone leaves all the rest */
export async function cleanUp({ ledger, door, sessions }: CleanUpTools): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  let gone: string | null = null;
  for (const entry of ledger.open()) {
    const { undo, as } = entry;
    let why: string | null = gone;
    try {
      if (gone === null) {
        const caller = await sessions.caller(credentialName(as), errand);
        const { params, body } = undo;
        const exchange = await door.call(caller, errand, undo.operation, {
          ...(params === undefined ? {} : { params }),
          ...(body === undefined ? {} : { body }),
          undo: false,
        });
        const { status } = exchange;
        const gone = [404, 410, ...(undo.gone ?? [])];
        if ((status >= 200 && status < 300) || gone.includes(status)) ledger.undone(entry);
        else why = `${operation(undo.operation).method} answered ${status}`;
      }
    } catch (error) {
      if (error instanceof RunStopped) gone = error.message;
      else if (!(error instanceof Stop)) throw error;
      why = error.message;
    }
    if (why !== null) leftovers.push({ operation: undo.operation, params: undo.params ?? {}, why });
  }
  return leftovers;
}

function credentialName(as: string): CredentialName {
  const name = credentialNames.find((one) => one === as);
  if (name) return name;
  throw new Stop('not-applicable', `${as} is no configured credential`);
}
