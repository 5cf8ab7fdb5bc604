// The view Faults: what is to go wrong on purpose, and how the world replies where there is a choice.
import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { control, type Schema } from '../api/client.ts';
import { Button, type Choice, Input, Select, Submit } from '../components/controls.tsx';
import { counted, duration, ErrorState, titleOf } from '../components/display.tsx';
import { act, undoIn, useData } from '../state/use-data.ts';
import { FAULT_PRESETS } from './fault-presets.ts';
import { loadReference, reference } from './reference/reference-state.ts';

type Fault = Schema<'Fault'>;
type FaultRequest = Schema<'FaultRequest'>;
type Kind = Exclude<FaultRequest['kind'], 'latency'>;

/** The view Faults. */
export default function FaultsView() {
  const faults = useData(() => control('get', '/faults'), { on: 'requests' });
  const policy = useData(() => control('get', '/policy'));
  const error = faults.error ?? policy.error;
  if (error) return <ErrorState error={error} retry={faults.reload} />;
  if (faults.data === null || policy.data === null) return null;
  return (
    <div class="section page">
      <section class="section" aria-labelledby="faults">
        <h2 id="faults" tabIndex={-1}>
          Faults
        </h2>
        <FaultList faults={faults.data.faults} reload={faults.reload} />
      </section>
      <section class="section card" aria-labelledby="add-fault">
        <h2 id="add-fault">Inject a fault</h2>
        <FaultForm added={faults.reload} />
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
    await act(() => control('delete', '/faults/{id}', { path: { id } }), `${id} is removed.`, undoIn());
    document.getElementById('faults')?.focus();
    reload();
  };
  const clear = async (): Promise<void> => {
    await act(() => control('delete', '/faults'), 'All faults are removed.', undoIn());
    document.getElementById('faults')?.focus();
    reload();
  };
  return (
    <>
      <ul class="list">
        {faults.map((fault) => (
          <li key={fault.id}>
            <strong title={fault.kind}>{titleOf(KIND_TEXTS.get(fault.kind) ?? fault.kind)}</strong>
            <span>{faultText(fault)}</span>
            <span class="muted">
              {fault.id},{' '}
              {fault.seen === 0
                ? 'no call yet'
                : `applied to ${fault.applied} of ${counted(fault.seen, 'call')}`}
            </span>
            <span class="flow">
              <Button kind="small" aria-label={`Remove ${fault.id}`} onClick={() => remove(fault.id)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div class="flow">
        <Button onClick={clear}>Remove all</Button>
      </div>
    </>
  );
}

/** Describes the settings of a fault, such as `createOrder, status 503, 2 times`. */
function faultText(fault: Fault): string {
  const { operation = 'every operation', status, retry_after, delay_ms, after_bytes } = fault;
  const { takes_effect, times, probability } = fault;
  return [
    operation,
    status && `status ${status}`,
    retry_after !== undefined && `Retry-After ${retry_after} s`,
    delay_ms !== undefined && duration(delay_ms),
    after_bytes !== undefined && `after ${after_bytes} bytes`,
    takes_effect === false && 'without the effect of the call',
    times && (times === 1 ? 'once' : `${times} times`),
    probability !== undefined && `${Math.round(probability * 100)} % of calls`,
  ]
    .filter(Boolean)
    .join(', ');
}

type NumberField = {
  label: string;
  initial?: string;
  min: number;
  max: number;
  step?: string;
  placeholder?: string;
};

const FIELDS = {
  status: { label: 'Status', initial: '503', min: 400, max: 599 },
  retry_after: { label: 'Retry-After (s)', min: 0, max: 86_400, placeholder: 'not sent' },
  delay_ms: { label: 'Delay (ms)', initial: '2000', min: 0, max: 600_000 },
  after_bytes: { label: 'After (bytes)', min: 0, max: 1_000_000 },
  times: { label: 'How often', min: 1, max: 1_000_000, placeholder: 'until it is removed' },
  probability: {
    label: 'Share of calls (0 to 1)',
    min: 0,
    max: 1,
    step: 'any',
    placeholder: '1: every call',
  },
} as const satisfies Record<string, NumberField>;
type FieldName = keyof typeof FIELDS;

/** The kinds of faults, each with what happens and the fields that belong to it. */
const KINDS: Record<Kind, readonly [text: string, ...fields: FieldName[]]> = {
  status: ['replies with another status', 'status', 'retry_after'],
  delay: ['replies late', 'delay_ms'],
  stall: ['stops in the middle of the body', 'after_bytes', 'delay_ms'],
  reset: ['cuts the connection', 'after_bytes'],
  truncated: ['ends the body too early', 'after_bytes'],
  invalid_json: ['sends a body that is no JSON'],
  wrong_schema: ['sends a body that breaks the schema'],
  wrong_length: ['sends a wrong Content-Length'],
};

/** What happens, by the kind of a fault. */
const KIND_TEXTS = new Map<string, string>(Object.entries(KINDS).map(([kind, [text]]) => [kind, text]));

/** @param added called when the mock has accepted the fault */
function FaultForm({ added }: { added: () => void }) {
  useEffect(() => void loadReference(), []);
  const operations = (reference.value?.operations ?? []).filter(({ event }) => !event).map(({ id }) => id);
  const [kind, setKind] = useState<Kind>('status');
  const [operation, setOperation] = useState('');
  const [values, setValues] = useState<Partial<Record<FieldName, string>>>({});
  const [, ...own] = KINDS[kind];
  const fields = [...own, 'times', 'probability'].map((name) => {
    const field: NumberField = FIELDS[name as FieldName];
    return { name: name as FieldName, ...field, text: values[name as FieldName] ?? field.initial ?? '' };
  });
  const add = (event: Event): void => {
    event.preventDefault();
    const numbers = fields.filter(({ text }) => text !== '').map(({ name, text }) => [name, Number(text)]);
    void inject({ kind, ...(Object.fromEntries(numbers) as Partial<Record<FieldName, number>>) });
  };
  const inject = async (fault: FaultRequest): Promise<void> => {
    const body = { ...fault, ...(operation !== '' && { operation }) };
    if (await act(() => control('post', '/faults', { body }), 'The fault is injected.')) {
      setKind('status');
      setOperation('');
      setValues({});
      added();
    }
  };
  return (
    <form class="form" onSubmit={add}>
      <span>At once</span>
      <div class="flow">
        {Object.entries(FAULT_PRESETS).map(([name, fault]) => (
          <Button key={name} kind="small" onClick={() => inject(fault)}>
            {name}
          </Button>
        ))}
      </div>
      <label for="fault-kind">The mock</label>
      <Select
        id="fault-kind"
        value={kind}
        choose={(chosen) => setKind(chosen as Kind)}
        options={Object.entries(KINDS).map(([id, [text]]) => [id, `${text} (${id})`])}
      />
      <label for="fault-operation">to calls of</label>
      <Select
        id="fault-operation"
        value={operation}
        choose={setOperation}
        options={[['', 'every operation'], ...operations.sort()]}
      />
      {fields.map(({ name, label, text, initial: _, ...limits }) => (
        <Fragment key={name}>
          <label for={`fault-${name}`}>{label}</label>
          <Input
            id={`fault-${name}`}
            type="number"
            {...limits}
            required={name === 'status'}
            value={text}
            change={(value) => setValues({ ...values, [name]: value })}
          />
        </Fragment>
      ))}
      <Submit>Inject</Submit>
    </form>
  );
}

type Policy = Schema<'Policy'>;

const POLICIES = {
  error_shape: [
    '422 bodies',
    ['envelope', 'envelope form'],
    ['flat', 'flat form'],
    ['alternate', 'both forms in turns'],
  ],
  limits: ['Rate limits', ['A', 'Set A'], ['B', 'Set B'], ['off', 'none']],
  lifecycle: [
    'Provisioning',
    ['time', 'takes time'],
    ['immediate', 'is immediate'],
    ['manual', 'waits for a lever'],
  ],
  catalogue: ['Products', ['open', 'any SKU'], ['strict', 'those of the price list']],
  latency: [
    'Network',
    ['none', 'no delay'],
    ['lan', 'local network'],
    ['mobile', 'mobile'],
    ['slow', 'slow'],
  ],
} as const satisfies Partial<Record<keyof Policy, readonly [label: string, ...options: Choice[]]>>;

/**
 * Changes the policy of the world; a change takes effect at once.
 * @param changed called when the mock has accepted a change
 */
function PolicyForm({ policy, changed }: { policy: Policy; changed: () => void }) {
  const change = async (body: Schema<'PolicyChange'>): Promise<void> => {
    await act(() => control('put', '/policy', { body }), 'The policy is changed.');
    changed();
  };
  return (
    <div class="form">
      {Object.entries(POLICIES).map(([name, [label, ...options]]) => {
        const value = policy[name as keyof typeof POLICIES];
        const isTable = typeof value !== 'string';
        return (
          <Fragment key={name}>
            <label for={`policy-${name}`}>{label}</label>
            <Select
              id={`policy-${name}`}
              value={isTable ? 'table' : value}
              choose={(chosen) => void change({ [name]: chosen })}
              options={isTable ? [['table', 'a table of figures'], ...options] : options}
            />
          </Fragment>
        );
      })}
    </div>
  );
}
