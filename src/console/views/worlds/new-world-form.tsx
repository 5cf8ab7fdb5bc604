// The form that makes a world: a copy of another one, or one of the mock's worlds made anew.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { openWorld } from '../../state/location.ts';
import { act } from '../../state/use-data.ts';
import { loadWorld, worldName, worlds } from '../../state/world.ts';

/** The worlds that a mock can make anew. */
const CONTENTS = ['demo', 'empty', 'edge', 'large'] as const;

/** @param done called when the world is made */
export function NewWorldForm({ done }: { done: () => void }) {
  const [name, setName] = useState('');
  const [source, setSource] = useState(`copy ${worldName()}`);
  const [busy, setBusy] = useState(false);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const [kind = '', value = ''] = /^(\w+) (.*)$/.exec(source)?.slice(1) ?? [];
    const body: Schema<'WorldRequest'> = {
      ...(name !== '' && { name }),
      ...(kind === 'copy' ? { from: value } : { world: value }),
    };
    let created = '';
    const ok = await act(async () => {
      ({ name: created } = await control('post', '/worlds', { body }));
      await loadWorld();
    }, 'The world is made.');
    setBusy(false);
    if (!ok) return;
    done();
    openWorld(created);
  };
  return (
    <form class="form" onSubmit={create}>
      <label for="world-name">Name</label>
      <input
        id="world-name"
        class="input"
        placeholder="world-1"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <label for="world-source">Content</label>
      <select
        id="world-source"
        class="select"
        value={source}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
      >
        <optgroup label="A copy of">
          {worlds.value.map(({ name: world }) => (
            <option key={world} value={`copy ${world}`}>
              {world}, as it is now
            </option>
          ))}
        </optgroup>
        <optgroup label="Made anew">
          {CONTENTS.map((content) => (
            <option key={content} value={`new ${content}`}>
              {content}
            </option>
          ))}
        </optgroup>
      </select>
      <button type="submit" class="button button-primary" disabled={busy}>
        {busy ? 'Making it…' : 'Make it'}
      </button>
    </form>
  );
}
