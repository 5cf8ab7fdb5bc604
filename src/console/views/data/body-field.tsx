// One member of a request body, as a field.
import { useId } from 'preact/hooks';
import type { BodyMember } from './request-schema.ts';

/** A field for a member, with what the API said about its value. */
export function BodyField({
  member,
  text,
  changed,
  problems,
  change,
}: {
  member: BodyMember;
  text: string;
  changed: boolean;
  problems: readonly string[];
  change: (text: string) => void;
}) {
  const id = useId();
  const { name, required, input, description } = member;
  const field = {
    id,
    'aria-invalid': problems.length > 0,
    'aria-describedby': problems.length > 0 ? `${id}-problems` : undefined,
    'aria-required': required,
    title: description,
  };
  const options = input === 'boolean' ? ['true', 'false'] : member.options;
  return (
    <div class={`data-field${changed ? ' data-field-changed' : ''}`}>
      <label for={id}>
        {name}
        {required && <span class="muted"> required</span>}
        {changed && <span class="data-changed" title="Changed" />}
      </label>
      {options.length > 0 ? (
        <select
          {...field}
          class="select"
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          <option value="">{member.nullable ? 'null' : '(left out)'}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : input === 'json' ? (
        <textarea
          {...field}
          class="input data-json"
          rows={Math.min(8, Math.max(2, text.split('\n').length))}
          spellcheck={false}
          placeholder="JSON"
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <input
          {...field}
          class="input"
          inputMode={input === 'number' ? 'decimal' : undefined}
          placeholder={member.nullable ? 'null' : ''}
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      {problems.length > 0 && (
        <p id={`${id}-problems`} class="field-error">
          {problems.join(' ')}
        </p>
      )}
    </div>
  );
}
