// The view Faults: what is to go wrong on purpose, and how the world replies where there is a choice.
import { useEffect, useState } from 'preact/hooks';
import { control, type Schema } from '../api/client.ts';
import { Button, type Choice, Field, Input, Select, Submit } from '../components/controls.tsx';
import { counted, duration, Loaded, Section, ViewHead } from '../components/display.tsx';
import { undoIn } from '../state/undo.ts';
import { act, refresh, useData, useForm } from '../state/use-data.ts';
import { FAULT_PRESETS } from './fault-presets.ts';
import { loadReference, reference } from './reference/reference-state.ts';

type Fault = Schema<'Fault'>;
type FaultRequest = Schema<'FaultRequest'>;
type Kind = FaultRequest['kind'];

export default function FaultsView() {
  const faults = useData(() => control('get', '/faults'), { on: 'requests' });
  const policy = useData(() => control('get', '/policy'));
  const remove = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    await act(call, done, undoIn());
    document.getElementById('main')?.focus();
    await refresh();
  };
  const removeAll = () => remove(() => control('delete', '/faults'), 'All faults are removed.');
  return (
    <>
      <ViewHead title="Faults" count={faults.data?.faults.length}>
        {faults.data?.faults.length ? <Button onClick={removeAll}>Remove all</Button> : null}
      </ViewHead>
      <div class="section page">
        <Loaded of={faults}>
          {({ faults: list }) =>
            list.length === 0 ? (
              <p class="muted">Every call gets its usual reply. A fault that you inject is listed here.</p>
            ) : (
              <ul class="list">
                {list.map((fault) => (
                  <FaultItem
                    key={fault.id}
                    fault={fault}
                    remove={() =>
                      remove(
                        () => control('delete', '/faults/{id}', { path: { id: fault.id } }),
                        `${fault.id} is removed.`,
                      )
                    }
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <Section title="Inject a fault" card>
          <FaultForm />
        </Section>
        <Section title="How this world replies" card>
          <Loaded of={policy}>{(values) => <PolicyForm policy={values} changed={policy.reload} />}</Loaded>
        </Section>
      </div>
    </>
  );
}

const FaultItem = ({ fault, remove }: { fault: Fault; remove: () => void }) => (
  <li>
    <strong title={fault.kind}>{KIND_TEXTS.get(fault.kind) ?? fault.kind}</strong>
    <span>{faultText(fault)}</span>
    <span class="muted">
      {fault.id},{' '}
      {fault.seen === 0 ? 'no call yet' : `applied to ${fault.applied} of ${counted(fault.seen, 'call')}`}
    </span>
    <span class="flow">
      <Button aria-label={`Remove ${fault.id}`} onClick={remove}>
        Remove
      </Button>
    </span>
  </li>
);

// Describes the settings of a fault, such as `createOrder, status 503, 2 times`.
function faultText(fault: Fault): string {
  const { operation = 'every operation', status, refusal, retry_after, delay_ms, after_bytes } = fault;
  const { takes_effect, times, probability } = fault;
  return [
    operation,
    status && `status ${status}`,
    refusal,
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
  retry_after: { label: 'Retry-After in seconds', min: 0, max: 86_400, placeholder: 'not sent' },
  delay_ms: { label: 'Delay in ms', initial: '2000', min: 0, max: 600_000 },
  after_bytes: { label: 'Bytes sent before', min: 0, max: 1_000_000, placeholder: 'half of the body' },
  times: { label: 'Number of times', min: 1, max: 1_000_000, placeholder: 'until it is removed' },
  probability: { label: 'Share of calls', min: 0, max: 1, step: 'any', placeholder: '1: every call' },
} as const satisfies Record<string, NumberField>;
type FieldName = keyof typeof FIELDS;

/** The kinds of faults, each with what happens and the fields that belong to it. */
const KINDS: Record<Kind, readonly [text: string, ...fields: FieldName[]]> = {
  status: ['Reply with an error status', 'status', 'retry_after'],
  refusal: ['Refusal of a valid request'],
  delay: ['Late reply', 'delay_ms'],
  stall: ['Reply that stops within its body', 'after_bytes', 'delay_ms'],
  reset: ['Connection cut', 'after_bytes'],
  truncated: ['Body that ends early', 'after_bytes'],
  invalid_json: ['Body that is no JSON'],
  wrong_schema: ['Body that breaks the schema'],
  wrong_length: ['Wrong Content-Length', 'after_bytes'],
};

const KIND_TEXTS = new Map<string, string>(Object.entries(KINDS).map(([kind, [text]]) => [kind, text]));

function FaultForm() {
  useEffect(() => void loadReference(), []);
  const operations = (reference.value?.operations ?? []).filter(({ event }) => !event).map(({ id }) => id);
  /** a kind, with the name of the refusal for the kind `refusal` */
  const [chosen, choose] = useState('status');
  const [kind, refusal] = chosen.split(' ') as [Kind, string?];
  const [operation, setOperation] = useState('');
  const [values, setValues] = useState<Partial<Record<FieldName, string>>>({});
  const [, ...own] = KINDS[kind];
  const fields = [...own, 'times', 'probability'].map((name) => {
    const field: NumberField = FIELDS[name as FieldName];
    return { name: name as FieldName, ...field, text: values[name as FieldName] ?? field.initial ?? '' };
  });
  const { send, problemsOf } = useForm();
  const add = (event: Event): void => {
    event.preventDefault();
    const numbers = fields.filter(({ text }) => text !== '').map(({ name, text }) => [name, Number(text)]);
    void inject({
      kind,
      ...(refusal && { refusal }),
      ...(Object.fromEntries(numbers) as Partial<Record<FieldName, number>>),
    });
  };
  const inject = async (fault: FaultRequest): Promise<void> => {
    const body = { ...fault, ...(operation !== '' && { operation }) };
    if (await send(() => control('post', '/faults', { body }), 'The fault is injected.')) {
      choose('status');
      setOperation('');
      setValues({});
      await refresh();
    }
  };
  return (
    <form class="section" onSubmit={add} noValidate>
      <div class="flow">
        {Object.entries(FAULT_PRESETS).map(([name, fault]) => (
          <Button key={name} onClick={() => inject(fault)}>
            {name}
          </Button>
        ))}
      </div>
      <Field label="Operation" problems={problemsOf('operation')}>
        {(field) => (
          <Select
            {...field}
            value={operation}
            choose={(id) => {
              setOperation(id);
              if (refusal) choose('status');
            }}
            options={[['', 'Every operation'], ...operations.sort()]}
          />
        )}
      </Field>
      <Field label="What happens" problems={problemsOf('kind')}>
        {(field) => (
          <Select
            {...field}
            value={chosen}
            choose={choose}
            options={[
              ...Object.entries(KINDS)
                .filter(([id]) => id !== 'refusal')
                .map(([id, [text]]) => [id, text] as const),
              ...(reference.value?.byId.get(operation)?.refusals ?? []).map(
                ({ name, status, code, message }) =>
                  [
                    `refusal ${name}`,
                    `Refusal ${status} ${code}: ${message.replaceAll(/\{\w+\}/g, '…')}`,
                  ] as const,
              ),
            ]}
          />
        )}
      </Field>
      {fields.map(({ name, label, text, initial: _, ...limits }) => (
        <Field key={name} label={label} required={name === 'status'} problems={problemsOf(name)}>
          {(field) => (
            <Input
              {...field}
              type="number"
              {...limits}
              value={text}
              change={(value) => setValues({ ...values, [name]: value })}
            />
          )}
        </Field>
      ))}
      <Submit>Inject</Submit>
    </form>
  );
}

type Policy = Schema<'Policy'>;

const POLICIES = {
  error_shape: [
    'Form of 422 bodies',
    ['envelope', 'Envelope'],
    ['flat', 'Flat'],
    ['alternate', 'Both in turns'],
  ],
  limits: ['Rate limits', ['A', 'Set A'], ['B', 'Set B'], ['off', 'None']],
  lifecycle: [
    'Provisioning',
    ['time', 'After its usual time'],
    ['immediate', 'At once'],
    ['manual', 'By a lever only'],
  ],
  catalogue: ['Products', ['open', 'Any SKU'], ['strict', 'Only those of the price list']],
  latency: [
    'Network',
    ['none', 'No delay'],
    ['lan', 'Local network'],
    ['mobile', 'Mobile'],
    ['slow', 'Slow'],
  ],
} as const satisfies Partial<Record<keyof Policy, readonly [label: string, ...options: Choice[]]>>;

// Changes the policy of the world; a change takes effect at once. `changed`: called when the mock has accepted a
// change.
function PolicyForm({ policy, changed }: { policy: Policy; changed: () => void }) {
  const change = async (body: Schema<'PolicyChange'>): Promise<void> => {
    await act(() => control('put', '/policy', { body }), 'The policy is changed.');
    changed();
  };
  return (
    <>
      {Object.entries(POLICIES).map(([name, [label, ...options]]) => {
        const value = policy[name as keyof typeof POLICIES];
        const isTable = typeof value !== 'string';
        return (
          <Field key={name} label={label}>
            {(field) => (
              <Select
                {...field}
                value={isTable ? 'table' : value}
                choose={(chosen) => void change({ [name]: chosen })}
                options={isTable ? [['table', 'A table of figures'], ...options] : options}
              />
            )}
          </Field>
        );
      })}
    </>
  );
}
