// The form that changes the policy of a world; a change takes effect at once.
import { control, type Schema } from '../../api/client.ts';
import { act } from '../../state/use-data.ts';

type Policy = Schema<'Policy'>;
type Choice = 'error_shape' | 'limits' | 'lifecycle' | 'latency';

const CHOICES: Record<Choice, { label: string; options: Readonly<Record<string, string>> }> = {
  error_shape: {
    label: '422 bodies',
    options: { envelope: 'envelope form', flat: 'flat form', alternate: 'both forms in turns' },
  },
  limits: { label: 'Rate limits', options: { A: 'Set A', B: 'Set B', off: 'none' } },
  lifecycle: {
    label: 'Provisioning',
    options: { time: 'takes time', immediate: 'is immediate', manual: 'waits for a lever' },
  },
  latency: {
    label: 'Network',
    options: { none: 'no delay', lan: 'local network', mobile: 'mobile', slow: 'slow' },
  },
};

type FormProps = { policy: Policy; changed: () => void };

/** @param changed called when the mock has accepted a change */
export function PolicyForm({ policy, changed }: FormProps) {
  const change = async (choice: Choice, value: string): Promise<void> => {
    const body = { [choice]: value } as Schema<'PolicyChange'>;
    await act(() => control('put', '/policy', { body }), 'The policy is changed.');
    changed();
  };
  return (
    <div class="form">
      {(Object.keys(CHOICES) as Choice[]).map((choice) => {
        const { label, options } = CHOICES[choice];
        const value = policy[choice];
        const isTable = typeof value !== 'string';
        return (
          <>
            <label for={`policy-${choice}`}>{label}</label>
            <select
              id={`policy-${choice}`}
              class="select"
              value={isTable ? 'table' : value}
              onChange={({ currentTarget }) => void change(choice, currentTarget.value)}
            >
              {isTable && <option value="table">a table of figures</option>}
              {Object.entries(options).map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </select>
          </>
        );
      })}
    </div>
  );
}
