// The form that injects a fault.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { act } from '../../state/use-data.ts';
import { useOperationIds } from './operation-ids.ts';

type FaultRequest = Schema<'FaultRequest'>;
type Kind = FaultRequest['kind'];
type NumberField = 'status' | 'retry_after' | 'delay_ms' | 'after_bytes' | 'times' | 'probability';

/** The kinds of faults, each with what happens and the fields that belong to it. */
const KINDS: readonly { kind: Kind; text: string; fields: readonly NumberField[] }[] = [
  { kind: 'status', text: 'replies with another status', fields: ['status', 'retry_after'] },
  { kind: 'delay', text: 'replies late', fields: ['delay_ms'] },
  { kind: 'stall', text: 'stops in the middle of the body', fields: ['after_bytes', 'delay_ms'] },
  { kind: 'reset', text: 'cuts the connection', fields: ['after_bytes'] },
  { kind: 'truncated', text: 'ends the body too early', fields: ['after_bytes'] },
  { kind: 'invalid_json', text: 'sends a body that is no JSON', fields: [] },
  { kind: 'wrong_schema', text: 'sends a body that breaks the schema', fields: [] },
  { kind: 'wrong_length', text: 'sends a wrong Content-Length', fields: [] },
];
const COMMON: readonly NumberField[] = ['times', 'probability'];

const FIELDS: Record<
  NumberField,
  { label: string; initial: string; max: number; min: number; step?: string; empty?: string }
> = {
  status: { label: 'Status', initial: '503', min: 400, max: 599 },
  retry_after: { label: 'Retry-After (s)', initial: '', min: 0, max: 86_400, empty: 'not sent' },
  delay_ms: { label: 'Delay (ms)', initial: '2000', min: 0, max: 600_000 },
  after_bytes: { label: 'After (bytes)', initial: '', min: 0, max: 1_000_000 },
  times: { label: 'How often', initial: '', min: 1, max: 1_000_000, empty: 'until it is removed' },
  probability: {
    label: 'Share of calls (0 to 1)',
    initial: '',
    min: 0,
    max: 1,
    step: 'any',
    empty: '1: every call',
  },
};

/** @param added called when the mock has accepted the fault */
export function FaultForm({ added }: { added: () => void }) {
  const operations = useOperationIds();
  const [kind, setKind] = useState<Kind>('status');
  const [operation, setOperation] = useState('');
  const [values, setValues] = useState<Partial<Record<NumberField, string>>>({});
  const fields = [...(KINDS.find((one) => one.kind === kind)?.fields ?? []), ...COMMON];
  const textOf = (field: NumberField): string => values[field] ?? FIELDS[field].initial;
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const numbers = fields.flatMap((field) => (textOf(field) === '' ? [] : [[field, Number(textOf(field))]]));
    const body: FaultRequest = {
      kind,
      ...(operation !== '' && { operation }),
      ...(Object.fromEntries(numbers) as Partial<Record<NumberField, number>>),
    };
    if (await act(() => control('post', '/faults', { body }), 'The fault is injected.')) added();
  };
  return (
    <form class="form" onSubmit={add}>
      <label for="fault-kind">The mock</label>
      <select
        id="fault-kind"
        class="select"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      >
        {KINDS.map((one) => (
          <option key={one.kind} value={one.kind}>
            {one.text} ({one.kind})
          </option>
        ))}
      </select>
      <label for="fault-operation">to calls of</label>
      <select
        id="fault-operation"
        class="select"
        value={operation}
        onChange={({ currentTarget }) => setOperation(currentTarget.value)}
      >
        <option value="">every operation</option>
        {operations.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
      {fields.map((field) => (
        <NumberInput
          key={field}
          field={field}
          value={textOf(field)}
          change={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      <button type="submit" class="button button-primary">
        Inject
      </button>
    </form>
  );
}

type InputProps = { field: NumberField; value: string; change: (value: string) => void };

function NumberInput({ field, value, change }: InputProps) {
  const { label, min, max, step, empty } = FIELDS[field];
  return (
    <>
      <label for={`fault-${field}`}>{label}</label>
      <input
        id={`fault-${field}`}
        class="input"
        type="number"
        min={min}
        max={max}
        step={step}
        placeholder={empty}
        required={field === 'status' || undefined}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </>
  );
}
