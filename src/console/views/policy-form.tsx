// How a world replies where the specification leaves a choice.
import { control, type Schema } from '../api/client.ts';
import { type Choice, Field, Select } from '../components/controls.tsx';
import { act } from '../state/use-data.ts';

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

/**
 * Changes the policy of the world; a change takes effect at once.
 * @param changed called when the mock has accepted a change
 */
export function PolicyForm({ policy, changed }: { policy: Policy; changed: () => void }) {
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
