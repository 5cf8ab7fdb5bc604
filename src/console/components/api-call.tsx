// What calls of the platform's API have in common: who calls, the fields of a request, and the reply.
import { useEffect, useMemo } from 'preact/hooks';
import type { ApiReply } from '../api/platform.ts';
import { hrefOf } from '../state/location.ts';
import { chosenPersona, personas } from '../state/world.ts';
import { Field, Input, Select } from './controls.tsx';
import { counted, duration, Facts, StatusBadge } from './display.tsx';
import { JsonView } from './json-view.tsx';

/** Stands for a request without a credential. */
export const NOBODY = 'nobody';

type PersonaProps = {
  label: string;
  value: string;
  /** returns what is said about a persona, such as that it suits */
  note: (name: string) => string | false;
  /** whether nobody can be chosen, too */
  nobody?: boolean;
};

export const PersonaSelect = ({ label, value, note, nobody = false }: PersonaProps) => (
  <Field label={label}>
    {(field) => (
      <Select
        {...field}
        value={value}
        choose={(name) => {
          chosenPersona.value = name;
        }}
        options={[
          ...Object.keys(personas.value).map(
            (name) => [name, note(name) ? `${name} (${note(name)})` : name] as const,
          ),
          ...(nobody ? [[NOBODY, 'nobody (no credential)'] as const] : []),
        ]}
      />
    )}
  </Field>
);

/** A parameter of a request, or a member of its body, that is typed in. */
export type Member = {
  name: string;
  required: boolean;
  /** how its value is typed in: one of `options`, true or false, a number, a text, or JSON */
  input: 'options' | 'boolean' | 'number' | 'text' | 'json';
  /** the permitted values; empty unless `input` is `options` */
  options: readonly string[];
  /** whether null is permitted */
  nullable?: boolean;
  description: string;
  example?: string;
};

type FieldProps = {
  member: Member;
  text: string;
  change: (text: string) => void;
  isChanged?: boolean;
  /** what the API said about the value */
  problems?: readonly string[];
};

export function MemberField({ member, text, change, isChanged = false, problems }: FieldProps) {
  const { name, required, input, nullable = false, description, example = '' } = member;
  const options = input === 'boolean' ? ['true', 'false'] : member.options;
  const label = [
    <code key="name">{name}</code>,
    isChanged && <span key="changed" class="changed" title="Changed" />,
  ];
  return (
    <Field label={label} required={required} problems={problems}>
      {(attributes) => {
        const field = { ...attributes, value: text, title: description };
        if (options.length > 0)
          return (
            <Select {...field} choose={change} options={[['', nullable ? 'null' : 'not sent'], ...options]} />
          );
        if (input === 'json') return <JsonField {...field} placeholder="JSON" change={change} />;
        return (
          <Input
            {...field}
            inputMode={input === 'number' ? 'decimal' : undefined}
            placeholder={nullable ? 'null' : example}
            spellcheck={false}
            autocomplete="off"
            change={change}
          />
        );
      }}
    </Field>
  );
}

type JsonProps = { value: string; change: (text: string) => void; id?: string; placeholder?: string };

export const JsonField = ({ value, change, ...rest }: JsonProps) => (
  <textarea
    {...rest}
    class="input json-field"
    spellcheck={false}
    rows={Math.min(18, Math.max(2, value.split('\n').length))}
    value={value}
    onInput={({ currentTarget }) => change(currentTarget.value)}
  />
);

/** Shows a reply: its status, time and size, its request in the log, its body, which can be a file to save, and headers. */
export function ReplyView({ reply }: { reply: ApiReply }) {
  const { status, ms, bytes, headers, requestId, json, text, file } = reply;
  return (
    <section class="section reply" aria-label="Reply">
      <p class="flow">
        <StatusBadge status={status} />
        <span>{duration(ms)}</span>
        <span>{bytes < 1000 ? counted(bytes, 'byte') : `${(bytes / 1000).toFixed(1)} kB`}</span>
        {requestId !== null && (
          <a href={hrefOf('requests', [requestId])}>
            {status >= 400 ? 'Why? Explain this request' : 'See it in Requests'}
          </a>
        )}
      </p>
      {file ? (
        <Download {...file} />
      ) : json !== undefined ? (
        <JsonView value={json} label="the reply" />
      ) : text === '' ? (
        <p class="muted">The reply has no body.</p>
      ) : (
        <pre class="code">{text}</pre>
      )}
      <details>
        <summary>{counted(headers.length, 'header')}</summary>
        <Facts kind="code" of={headers} />
      </details>
    </section>
  );
}

function Download({ blob, name }: { blob: Blob; name: string }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <p>
      <a class="button" href={url} download={name}>
        Save {name} ({blob.type})
      </a>
    </p>
  );
}
