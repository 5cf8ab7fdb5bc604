// The levers of a record: buttons that make happen what would otherwise take its time, and what came of it.
import { useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import type { FullRecord } from './tables.ts';
import { memberOf, type Table, wordsOf } from './tables.ts';

/** Offers the levers of a record. The outcome is the change of its status, or why nothing happened. */
export function Levers({ table, record, reload }: { table: Table; record: FullRecord; reload: () => void }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; failed: boolean } | null>(null);
  const names = Object.keys(table.levers);
  if (names.length === 0) return null;
  const pull = async (lever: string): Promise<void> => {
    setBusy(true);
    const before = String(memberOf(record, 'status'));
    try {
      const path = { type: table.name, id: record.id, lever };
      const { status } = await control('post', '/resources/{type}/{id}/{lever}', { path });
      const text =
        status === before ? `${lever}: done, it is still ${status}.` : `${lever}: ${before} → ${status}`;
      setOutcome({ text, failed: false });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      setOutcome({ text: `${lever}: ${error.message}`, failed: true });
    }
    reload();
    setBusy(false);
  };
  return (
    <div class="data-levers">
      {/* Buttons that do not fit the status stay in their places, so that the focus is not lost. */}
      {names.map((lever) => {
        const from = record.others[lever];
        return (
          <button
            key={lever}
            type="button"
            class="button button-small"
            aria-disabled={from !== undefined || busy}
            title={from && `While it is ${from.join(' or ')}`}
            onClick={() => from === undefined && !busy && void pull(lever)}
          >
            {wordsOf(lever)}
          </button>
        );
      })}
      <p role="status" class={outcome?.failed ? 'field-error' : 'muted'}>
        {outcome?.text}
      </p>
    </div>
  );
}
