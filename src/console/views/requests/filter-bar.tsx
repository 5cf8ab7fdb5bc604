// The filters of the requests: operation, status, persona, and whether the console's own are listed. The address keeps
// them.
import { control } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { personas } from '../../state/world.ts';
import type { RequestFeed, RequestFilter } from './request-feed.ts';

const STATUS_CLASSES = ['2xx', '4xx', '5xx'];

/** The filters, the number of matching requests, and the button that empties the log. */
export function FilterBar({ filter, feed }: { filter: RequestFilter; feed: RequestFeed | null }) {
  const set = (name: keyof RequestFilter, value: string): void =>
    navigate(hrefOf('requests', route.value.path, { ...filter, [name]: value }), { replace: true });
  void feed?.version.value;
  const operations = unique([filter.operation, ...(feed?.operations ?? [])]);
  const statuses = unique([filter.status, ...(feed?.statuses ?? [])]).filter(
    (status) => !STATUS_CLASSES.includes(status),
  );
  const callers = unique([filter.caller, ...Object.keys(personas.value)]);
  const count = feed?.loaded.value ? feed.length : null;
  return (
    <search class="view-head" aria-label="Filter of the requests">
      <Choice
        label="Operation"
        any="All operations"
        value={filter.operation}
        values={operations}
        choose={(value) => set('operation', value)}
      />
      <Choice
        label="Status"
        any="All statuses"
        value={filter.status}
        values={[...STATUS_CLASSES, ...statuses]}
        choose={(value) => set('status', value)}
      />
      <Choice
        label="Persona"
        any="All personas"
        value={filter.caller}
        values={callers}
        choose={(value) => set('caller', value)}
      />
      <label
        class="requests-own"
        title="What the console sends by itself, to fill in forms and to show replies"
      >
        <input
          type="checkbox"
          checked={filter.tool !== ''}
          onChange={({ currentTarget: { checked } }) => set('tool', checked ? 'any' : '')}
        />
        Console’s own
      </label>
      <span class="requests-count muted">
        {count === null ? '' : `${count.toLocaleString()} request${count === 1 ? '' : 's'}`}
      </span>
      <ConfirmButton label="Empty the log" confirmed={() => control('delete', '/requests')} />
    </search>
  );
}

function Choice({
  label,
  any,
  value,
  values,
  choose,
}: {
  label: string;
  any: string;
  value: string;
  values: readonly string[];
  choose: (value: string) => void;
}) {
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{any}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].filter(Boolean).sort();
