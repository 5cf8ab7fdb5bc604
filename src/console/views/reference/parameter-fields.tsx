// The inputs for the parameters of a request.
import { useId } from 'preact/hooks';
import type { Parameter } from './model/document.ts';

/** The values of parameters by name. */
export type Values = Readonly<Record<string, string>>;

type FieldsProps = { parameters: readonly Parameter[]; values: Values; set: (values: Values) => void };

/** One input for each parameter. */
export function Fields({ parameters, values, set }: FieldsProps) {
  return (
    <>
      {parameters.map((one) => (
        <Field
          key={one.name}
          parameter={one}
          value={values[one.name] ?? ''}
          set={(value) => set({ ...values, [one.name]: value })}
        />
      ))}
    </>
  );
}

function Field({
  parameter: { name, required, schema, example },
  value,
  set,
}: {
  parameter: Parameter;
  value: string;
  set: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
      </label>
      {schema.enum ? (
        <select
          id={id}
          class="select"
          value={value}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        >
          <option value="">not sent</option>
          {schema.enum.map((permitted) => (
            <option key={String(permitted)}>{String(permitted)}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="input"
          value={value}
          required={required}
          placeholder={example === undefined ? '' : String(example)}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Parameters that can be left out, folded unless one is required. */
export function OptionalFields({ title, ...props }: FieldsProps & { title: string }) {
  const { parameters, values } = props;
  if (parameters.length === 0) return null;
  const given = Object.values(values).filter((value) => value !== '').length;
  return (
    <details class="try-more" open={parameters.some(({ required }) => required)}>
      <summary>
        {title} <span class="muted">{given === 0 ? `${parameters.length} available` : `${given} given`}</span>
      </summary>
      <Fields {...props} />
    </details>
  );
}
