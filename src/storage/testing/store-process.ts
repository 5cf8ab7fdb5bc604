// Test helper, run as a process: opens the store of an address and appends records to its world `main` for ever. Prints
// a line for each event: `opened`, `stored <seq>` after each acknowledged append, or `failed <code> <message>`.
import { openStore } from '../open-store.ts';
import { StorageError } from '../world-store.ts';

const OWNER = { id: `process-${process.pid}`, url: null };
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const store = await openStore(process.argv[2] ?? '');
  await store.announce?.('http://127.0.0.1:4010');
  const claim = (await store.claim('main', OWNER)) ?? (await store.create('main', OWNER, 'base'));
  if (claim?.kind !== 'claimed') throw new Error('The world cannot be claimed.');
  print('opened');
  for (let seq = claim.seq; ; seq += 1) {
    // Every 64th append replaces the base, and snapshots come and go.
    const changes = {
      ...(seq % 64 === 0 && { base: `base ${seq + 1}` }),
      ...(seq % 16 === 0 && { saved: [{ name: 'last', takenAt: '2026-01-01', state: `${seq + 1}` }] }),
    };
    await store.append('main', claim.epoch, seq, { records: [`record ${seq + 1}`], ...changes });
    print(`stored ${seq + 1}`);
  }
} catch (error) {
  print(`failed ${error instanceof StorageError ? error.code : ''} ${(error as Error).message}`);
}
