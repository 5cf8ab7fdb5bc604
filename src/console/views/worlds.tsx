// The view Worlds: the worlds of the mock and the snapshots of the present one; reset, export and import.
import { useState } from 'preact/hooks';
import { control, downloadFile, type Schema, send as sendControl } from '../api/client.ts';
import { Button, Field, Input, Options, Select, Submit } from '../components/controls.tsx';
import { Facts, Loaded, Section, Time, ViewHead } from '../components/display.tsx';
import { hrefOf, openWorld, worldInAddress } from '../state/location.ts';
import { undoIn } from '../state/undo.ts';
import { act, useData, useForm } from '../state/use-data.ts';
import { loadWorld, worldName, worlds } from '../state/world.ts';

export default function WorldsView() {
  const snapshots = useData(() => control('get', '/snapshots'), { inputs: [worldInAddress.value] });
  return (
    <>
      <ViewHead title="Worlds" count={worlds.value.length} />
      <div class="section page">
        <p class="muted">
          Reset brings a world back to its start: records, ids, clock, faults, policy and limits. Its request
          log is emptied.
        </p>
        <ul class="cards">
          {worlds.value.map((world) => (
            <WorldCard key={world.name} world={world} />
          ))}
        </ul>
        <Section title="New world" card>
          <NewWorldForm />
        </Section>
        <Section title={`Snapshots of ${worldName()}`} card>
          <p class="muted">
            Restore makes all of this world what it was when the snapshot was taken, and empties its request
            log. The snapshot stays; what happened since can be looked at in the{' '}
            <a href={hrefOf('timeline')}>timeline</a>.
          </p>
          <Loaded of={snapshots}>
            {(data) => <Snapshots list={data.snapshots} reload={snapshots.reload} />}
          </Loaded>
        </Section>
        <Section title={`${worldName()} as a file`} card>
          <ExportAndImport />
        </Section>
      </div>
    </>
  );
}

const actOnWorld = <A,>(call: () => Promise<A>, done: string, undo?: () => Promise<unknown>) =>
  act(
    async () => {
      const result = await call();
      await loadWorld();
      return result;
    },
    done,
    undo,
  );

function WorldCard({ world }: { world: Schema<'ListedWorld'> }) {
  const { name, main, path, seed, now, frozen, stored } = world;
  const isPresent = name === worldName();
  const remove = () =>
    actOnWorld(
      async () => {
        await control('delete', '/worlds/{name}', { path: { name } });
        if (isPresent) openWorld(null);
      },
      `The world ${name} is deleted.`,
      () =>
        actOnWorld(
          () => control('post', '/worlds/{name}/undelete', { path: { name } }),
          'Taken back: deletion.',
        ),
    );
  const reset = () =>
    actOnWorld(
      () => sendControl('/reset', { method: 'POST' }, name),
      `The world ${name} is as it was at its start.`,
      undoIn(name),
    );
  return (
    <li class="card section" aria-current={isPresent ? 'true' : undefined}>
      <h2>
        {name} {main && <span class="badge">main</span>}{' '}
        {isPresent && <span class="badge badge-ongoing">shown</span>}
      </h2>
      <Facts
        of={[
          ['API', <code key="path">{path}</code>],
          ['time', now !== null && [<Time key="now" at={now} />, frozen && ' (frozen)']],
          ['seed', seed],
          [
            'stored',
            stored && [
              `${Math.ceil(stored.bytes / 1024)} KiB, changed `,
              <Time key="stored" at={stored.changed_at} />,
            ],
          ],
        ]}
      />
      <div class="flow">
        {!isPresent && <Button onClick={() => openWorld(main ? null : name)}>Show {name}</Button>}
        <Button onClick={reset}>Reset {name}</Button>
        {!main && <Button onClick={remove}>Delete {name}</Button>}
      </div>
    </li>
  );
}

/** The worlds that a mock can make anew. */
const CONTENTS = ['demo', 'empty', 'edge', 'large'] as const;

// Makes a world, a copy of another one or one of the mock's worlds made anew, and goes to it.
function NewWorldForm() {
  const [name, setName] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  // The worlds may not be loaded yet.
  const source = chosen ?? `copy ${worldName()}`;
  const [busy, setBusy] = useState(false);
  const { send, problemsOf } = useForm();
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const [kind = '', value = ''] = /^(\w+) (.*)$/.exec(source)?.slice(1) ?? [];
    const body: Schema<'WorldRequest'> = {
      ...(name !== '' && { name }),
      ...(kind === 'copy' ? { from: value } : { world: value }),
    };
    const made = await send(async () => {
      const result = await control('post', '/worlds', { body });
      await loadWorld();
      return result;
    }, 'The world is made.');
    setBusy(false);
    if (made) openWorld(made.result.name);
  };
  return (
    <form class="section" onSubmit={create}>
      <Field label="Name" problems={problemsOf('name')}>
        {(field) => <Input {...field} placeholder="world-1" value={name} change={setName} />}
      </Field>
      <Field label="Content" problems={problemsOf('from')}>
        {(field) => (
          <Select {...field} value={source} choose={choose}>
            <optgroup label="A copy of">
              <Options
                of={worlds.value.map((world) => [`copy ${world.name}`, `${world.name}, as it is now`])}
              />
            </optgroup>
            <optgroup label="Made anew">
              <Options of={CONTENTS.map((content) => [`new ${content}`, content])} />
            </optgroup>
          </Select>
        )}
      </Field>
      <Submit disabled={busy || worlds.value.length === 0}>{busy ? 'Making it…' : 'Make it'}</Submit>
    </form>
  );
}

function Snapshots({ list, reload }: { list: readonly Schema<'Snapshot'>[]; reload: () => void }) {
  const [name, setName] = useState('');
  const { send, problemsOf } = useForm();
  const take = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = name === '' ? {} : { name };
    if (await send(() => control('post', '/snapshots', { body }), 'The snapshot is taken.')) setName('');
    reload();
  };
  const restore = (snapshot: string) => {
    const path = { name: snapshot };
    return actOnWorld(
      () => control('post', '/snapshots/{name}/restore', { path }),
      `The world is as it was at ${snapshot}.`,
      undoIn(),
    );
  };
  const remove = async (snapshot: string): Promise<void> => {
    const path = { name: snapshot };
    await act(() => control('delete', '/snapshots/{name}', { path }), `${snapshot} is deleted.`, undoIn());
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
            <span class="flow">
              <Button onClick={() => restore(snapshot)}>Restore {snapshot}</Button>
              {snapshot !== 'start' && <Button onClick={() => remove(snapshot)}>Delete {snapshot}</Button>}
            </span>
          </li>
        ))}
      </ul>
      <form class="flow" onSubmit={take}>
        <Field label="Name of the snapshot" problems={problemsOf('name')}>
          {(field) => <Input {...field} placeholder="snapshot-1" value={name} change={setName} />}
        </Field>
        <Submit kind="plain">Take a snapshot</Submit>
      </form>
    </>
  );
}

function ExportAndImport() {
  const download = () => act(() => downloadFile('/export', `${worldName()}.json`), 'The world is exported.');
  const upload = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    await actOnWorld(
      () => sendControl('/import', { method: 'POST', body: file }),
      `The world is now what ${file.name} says.`,
      undoIn(),
    );
    input.value = '';
  };
  return (
    <div class="flow">
      <Button onClick={download}>Export</Button>
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
