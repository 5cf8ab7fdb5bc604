// The history of a record, whose moments it can be set back to.
import { control } from '../../api/client.ts';
import type { components } from '../../api/generated/control.ts';
import { Button } from '../../components/controls.tsx';
import { Loaded, Time } from '../../components/display.tsx';
import { hrefOf } from '../../state/location.ts';
import { act, undoIn, useData } from '../../state/use-data.ts';
import { itemTitle, kindOf } from '../timeline/item-title.ts';

type HistoryProps = { record: components['schemas']['Record']; reload: () => void };

/** The changes of a record that the timeline keeps, the newest first; the record can be set back to each. */
export function History({ record: { table, id }, reload }: HistoryProps) {
  const query = { record: id, kind: 'changes', limit: 100 } as const;
  const timeline = useData(() => control('get', '/timeline', { query }), { on: 'changes' });
  const setBack = async (at: number): Promise<void> => {
    const call = () =>
      control('post', '/tables/{table}/rows/{id}/restore', { path: { table, id }, body: { at } });
    await act(call, `The record is as it was at moment ${at}.`, undoIn());
    reload();
  };
  return (
    <Loaded of={timeline}>
      {({ items, oldest }) => (
        <ul class="list">
          {items.length === 0 && <li class="muted">The timeline has no change of this record.</li>}
          {[...items.map((item) => item.seq), ...(items[0] ? [oldest] : [])].map((seq, at) => {
            const item = items[at];
            return (
              <li key={seq}>
                {item ? (
                  <a href={hrefOf('timeline', [item.id])}>{`${kindOf(item)} ${itemTitle(item)}`}</a>
                ) : (
                  <span class="muted">Before these changes</span>
                )}
                <span class="flow muted">
                  {item && <Time at={item.at} />}
                  {at > 0 && <Button onClick={() => void setBack(seq)}>{`Set back to moment ${seq}`}</Button>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
