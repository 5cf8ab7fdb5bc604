// The choice of the persona that calls the API.
import { signal } from '@preact/signals';
import { bearerOf } from '../../api/platform.ts';
import { personas } from '../../state/world.ts';
import type { FullRecord } from './tables.ts';

/** The persona that the user has chosen; null for the one that suits. */
export const chosenCaller = signal<string | null>(null);

/** Returns the name of the persona that calls the API about a record; empty when the world has none. */
export function personaFor({ tenant_id, id }: FullRecord): string {
  const all = Object.entries(personas.value).filter(([, persona]) => bearerOf(persona) !== undefined);
  const isOwn = ([, { tenantId }]: (typeof all)[number]): boolean =>
    tenantId === tenant_id || (tenant_id === null && tenantId === id);
  const chosen = chosenCaller.value;
  const own = chosen !== null && all.some(([name]) => name === chosen) ? chosen : undefined;
  return own ?? all.find(isOwn)?.[0] ?? all[0]?.[0] ?? '';
}

/** Chooses a persona. Those of the record's tenant come first. */
export function PersonaChoice({ record }: { record: FullRecord }) {
  const all = Object.entries(personas.value).filter(([, persona]) => bearerOf(persona) !== undefined);
  const own = all.filter(([, { tenantId }]) => tenantId === record.tenant_id);
  const others = all.filter(([, { tenantId }]) => tenantId !== record.tenant_id);
  const options = (some: typeof all) =>
    some.map(([name]) => (
      <option key={name} value={name}>
        {name}
      </option>
    ));
  return (
    <label class="data-persona">
      <span>as</span>
      <select
        class="select"
        value={personaFor(record)}
        onChange={({ currentTarget }) => {
          chosenCaller.value = currentTarget.value;
        }}
      >
        {own.length > 0 && <optgroup label="Of this tenant">{options(own)}</optgroup>}
        <optgroup label="Of other tenants">{options(others)}</optgroup>
      </select>
    </label>
  );
}

/** Chooses the persona that creates a record. */
export function CallerChoice({ value, suited }: { value: string; suited: string }) {
  const names = Object.keys(personas.value).filter(
    (name) => bearerOf(personas.value[name] ?? {}) !== undefined,
  );
  return (
    <label class="data-persona">
      <span>as</span>
      <select
        class="select"
        value={value}
        onChange={({ currentTarget }) => {
          chosenCaller.value = currentTarget.value;
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {`${name}${name === suited ? ' (suits)' : ''}`}
          </option>
        ))}
      </select>
    </label>
  );
}
