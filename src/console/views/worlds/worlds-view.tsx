// The view Worlds: the worlds of the mock and the snapshots of the present one; reset, export and import.
import { useState } from 'preact/hooks';
import { control, controlHeaders, controlUrl, type Schema, send } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Time } from '../../components/time.tsx';
import { openWorld, pagePath, worldInAddress } from '../../state/location.ts';
import { act, useData } from '../../state/use-data.ts';
import { loadWorld, worldName, worlds } from '../../state/world.ts';
import { NewWorldForm } from './new-world-form.tsx';

type World = Schema<'ListedWorld'>;

/** The view Worlds. */
export default function WorldsView() {
  const snapshots = useData(() => control('get', '/snapshots'), [worldInAddress.value]);
  const [creating, setCreating] = useState(false);
  return (
    <div class="page">
      <section class="section" aria-labelledby="worlds">
        <div class="page-head">
          <h2 id="worlds">Worlds</h2>
          <button type="button" class="button button-primary" onClick={() => setCreating(true)}>
            New world
          </button>
        </div>
        <ul class="cards">
          {worlds.value.map((world) => (
            <WorldCard key={world.name} world={world} />
          ))}
        </ul>
      </section>
      <section class="section" aria-labelledby="snapshots">
        <h2 id="snapshots">Snapshots of {worldName()}</h2>
        {snapshots.error && <ErrorState error={snapshots.error} retry={snapshots.reload} />}
        {snapshots.data && <Snapshots list={snapshots.data.snapshots} reload={snapshots.reload} />}
      </section>
      <section class="section" aria-labelledby="file">
        <h2 id="file">{worldName()} as a file</h2>
        <ExportAndImport />
      </section>
      {creating && (
        <Dialog title="New world" close={() => setCreating(false)}>
          <NewWorldForm done={() => setCreating(false)} />
        </Dialog>
      )}
    </div>
  );
}

function WorldCard({ world: { name, main, path, seed, now, frozen, stored } }: { world: World }) {
  const isPresent = name === worldName();
  const remove = (): Promise<boolean> =>
    act(async () => {
      await control('delete', '/worlds/{name}', { path: { name } });
      if (isPresent) openWorld(null);
      await loadWorld();
    }, `The world ${name} is deleted.`);
  const reset = (): Promise<boolean> =>
    act(async () => {
      await send(`${pagePath(name)}_mock/v1/reset`, { method: 'POST', headers: controlHeaders() });
      await loadWorld();
    }, `The world ${name} is as it was at its start.`);
  return (
    <li class="card world" aria-current={isPresent ? 'true' : undefined}>
      <h3>
        {name} {main && <span class="badge">main</span>}{' '}
        {isPresent && <span class="badge badge-good">shown</span>}
      </h3>
      <dl class="fact-rows">
        <div>
          <dt>API</dt>
          <dd>
            <code>{path}</code>
          </dd>
        </div>
        {now !== null && (
          <div>
            <dt>time</dt>
            <dd>
              <Time at={now} /> {frozen && '(frozen)'}
            </dd>
          </div>
        )}
        {seed !== null && (
          <div>
            <dt>seed</dt>
            <dd>{seed}</dd>
          </div>
        )}
        {stored && (
          <div>
            <dt>stored</dt>
            <dd>
              {Math.ceil(stored.bytes / 1024)} KiB, changed <Time at={stored.changed_at} />
            </dd>
          </div>
        )}
      </dl>
      <div class="buttons">
        {!isPresent && (
          <button type="button" class="button button-small" onClick={() => openWorld(main ? null : name)}>
            Show {name}
          </button>
        )}
        <ConfirmButton label={`Reset ${name}`} confirmed={reset} />
        {!main && <ConfirmButton label={`Delete ${name}`} confirmed={remove} />}
      </div>
    </li>
  );
}

function Snapshots({ list, reload }: { list: readonly Schema<'Snapshot'>[]; reload: () => void }) {
  const [name, setName] = useState('');
  const take = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = name === '' ? {} : { name };
    if (await act(() => control('post', '/snapshots', { body }), 'The snapshot is taken.')) setName('');
    reload();
  };
  const restore = (snapshot: string): Promise<boolean> =>
    act(async () => {
      await control('post', '/snapshots/{name}/restore', { path: { name: snapshot } });
      await loadWorld();
    }, `The world is as it was at ${snapshot}.`);
  const remove = async (snapshot: string): Promise<void> => {
    await act(
      () => control('delete', '/snapshots/{name}', { path: { name: snapshot } }),
      `${snapshot} is deleted.`,
    );
    reload();
  };
  return (
    <>
      <ul class="list">
        {list.map(({ name: snapshot, taken_at }) => (
          <li key={snapshot}>
            <strong>{snapshot}</strong>
            <span class="muted">
              <Time at={taken_at} /> of the world's clock
            </span>
            <span class="buttons">
              <button type="button" class="button button-small" onClick={() => restore(snapshot)}>
                Restore {snapshot}
              </button>
              {snapshot !== 'start' && (
                <button type="button" class="button button-small" onClick={() => remove(snapshot)}>
                  Delete {snapshot}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <form class="buttons" onSubmit={take}>
        <label class="visually-hidden" for="snapshot-name">
          Name of the snapshot
        </label>
        <input
          id="snapshot-name"
          class="input"
          placeholder="snapshot-1"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="button">
          Take a snapshot
        </button>
      </form>
    </>
  );
}

function ExportAndImport() {
  const download = (): Promise<boolean> =>
    act(() => downloadFile('/export', `${worldName()}.json`), 'The world is exported.');
  const upload = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    await act(async () => {
      await send(controlUrl('/import'), {
        method: 'POST',
        headers: { ...controlHeaders(), 'Content-Type': 'application/json' },
        body: file,
      });
      await loadWorld();
    }, `The world is now what ${file.name} says.`);
    input.value = '';
  };
  return (
    <div class="buttons">
      <button type="button" class="button" onClick={download}>
        Export
      </button>
      <label class="button file-button">
        Import…
        <input
          type="file"
          accept=".json,application/json"
          class="visually-hidden"
          onChange={({ currentTarget }) => void upload(currentTarget)}
        />
      </label>
      <span class="muted">
        The same file as <code>lab export</code> writes and <code>mock --world file.json</code> reads.
      </span>
    </div>
  );
}
