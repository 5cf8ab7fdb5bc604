// The view Faults: what is to go wrong on purpose, and how the world replies where there is a choice.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { act, useData, useReloadOnRequest } from '../../state/use-data.ts';
import { FaultForm } from './fault-form.tsx';
import { PolicyForm } from './policy-form.tsx';

type Fault = Schema<'Fault'>;

/** The view Faults. */
export default function FaultsView() {
  const faults = useData(() => control('get', '/faults'));
  const policy = useData(() => control('get', '/policy'));
  const [round, setRound] = useState(0);
  useReloadOnRequest(faults.reload);
  const error = faults.error ?? policy.error;
  if (error) return <ErrorState error={error} retry={faults.reload} />;
  if (faults.data === null || policy.data === null) return null;
  const added = (): void => {
    faults.reload();
    setRound(round + 1);
  };
  return (
    <div class="page">
      <section class="section" aria-labelledby="faults">
        <h2 id="faults">Faults</h2>
        <FaultList faults={faults.data.faults} reload={faults.reload} />
      </section>
      <section class="section card" aria-labelledby="add-fault">
        <h2 id="add-fault">Inject a fault</h2>
        <FaultForm key={round} added={added} />
      </section>
      <section class="section card" aria-labelledby="policy">
        <h2 id="policy">How this world replies</h2>
        <PolicyForm policy={policy.data} changed={policy.reload} />
      </section>
    </div>
  );
}

function FaultList({ faults, reload }: { faults: readonly Fault[]; reload: () => void }) {
  if (faults.length === 0)
    return <p class="muted">Every call gets its usual reply. A fault that you inject is listed here.</p>;
  const remove = async (id: string): Promise<void> => {
    await act(() => control('delete', '/faults/{id}', { path: { id } }), `${id} is removed.`);
    reload();
  };
  const clear = async (): Promise<void> => {
    await act(() => control('delete', '/faults'), 'All faults are removed.');
    reload();
  };
  return (
    <>
      <ul class="list">
        {faults.map((fault) => (
          <li key={fault.id}>
            <strong>{fault.kind}</strong>
            <span>{faultText(fault)}</span>
            <span class="muted">
              applied to {fault.applied} of {fault.seen} calls
            </span>
            <span class="buttons">
              <button type="button" class="button button-small" onClick={() => remove(fault.id)}>
                Remove {fault.id}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="button" onClick={clear}>
          Remove all
        </button>
      </div>
    </>
  );
}

/** Describes the settings of a fault, such as `createOrder, status 503, 2 times`. */
function faultText({
  kind: _,
  id: _id,
  seen: _seen,
  applied: _applied,
  operation,
  ...settings
}: Fault): string {
  const parts = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [operation ?? 'every operation', ...parts].join(', ');
}
