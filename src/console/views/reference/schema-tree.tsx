// A schema as a tree: its members with type, limits and description. What is inside a member unfolds.
import { useState } from 'preact/hooks';
import { hrefOf } from '../../state/location.ts';
import { InlineMarkdown } from './markdown.tsx';
import { type Reference, schemaName } from './model/document.ts';
import type { Schema } from './model/openapi.ts';
import { describeSchema, type Inside, insideOf, type SchemaText } from './model/schema-text.ts';

/** A schema, and everything inside it. */
export function SchemaTree({
  reference,
  schema,
  label,
}: {
  reference: Reference;
  schema: Schema;
  label: string;
}) {
  const text = describeSchema(reference, schema);
  const inside = insideOf(reference, schema);
  return (
    <section class="schema" aria-label={label}>
      <div class="schema-head">
        <TypeText text={text} />
        {text.description !== '' && (
          <p>
            <InlineMarkdown text={text.description} />
          </p>
        )}
      </div>
      <InsideView reference={reference} inside={inside} />
    </section>
  );
}

function InsideView({ reference, inside }: { reference: Reference; inside: Inside }) {
  const [chosen, setChosen] = useState(0);
  const { members, forms, formsTitle } = inside;
  const form = forms[chosen];
  if (form) {
    return (
      <div class="schema-forms">
        <label>
          {formsTitle}{' '}
          <select
            class="select"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {forms.map((one, at) => (
              <option key={at} value={at}>
                {schemaName(one) ?? describeSchema(reference, one).type}
              </option>
            ))}
          </select>
        </label>
        <InsideView key={chosen} reference={reference} inside={insideOf(reference, form)} />
      </div>
    );
  }
  if (members.length === 0) return null;
  return (
    <ul class="schema-members">
      {members.map((one) => (
        <MemberRow key={one.name} reference={reference} {...one} />
      ))}
    </ul>
  );
}

/** A member of a schema, or a parameter. */
export function MemberRow({
  reference,
  name,
  schema,
  required,
  description,
}: {
  reference: Reference;
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
}) {
  const [open, setOpen] = useState(false);
  const text = describeSchema(reference, schema);
  const inside = insideOf(reference, schema);
  const hasInside = inside.members.length + inside.forms.length > 0;
  return (
    <li class="schema-member">
      <div class="schema-line">
        <code class="schema-name">{name}</code>
        <TypeText text={text} />
        {required && <span class="schema-required">required</span>}
        {text.deprecated && <span class="badge badge-warn">deprecated</span>}
        {text.stated && (
          <span class="schema-stated" title="The specification states this.">
            stated
          </span>
        )}
      </div>
      <Details text={text} description={description ?? text.description} />
      {hasInside && (
        <>
          <button
            type="button"
            class="button button-small"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'} what is in <code>{name}</code>
          </button>
          {open && (
            <div class="schema-inside">
              <InsideView reference={reference} inside={inside} />
            </div>
          )}
        </>
      )}
    </li>
  );
}

function TypeText({ text: { type, named, limits } }: { text: SchemaText }) {
  return (
    <span class="schema-type">
      {named !== undefined && type.includes(named) ? (
        <a href={hrefOf('reference', ['schemas', named])}>{type}</a>
      ) : (
        type
      )}
      {limits.map((one) => (
        <span key={one} class="schema-limit">
          {one}
        </span>
      ))}
    </span>
  );
}

/** How many permitted values are shown at first. */
const VALUES = 12;

function Details({ text, description }: { text: SchemaText; description: string }) {
  const [all, setAll] = useState(false);
  const { values, example, defaultValue } = text;
  const shown = all ? values : values.slice(0, VALUES);
  return (
    <>
      {description !== '' && (
        <p class="schema-description">
          <InlineMarkdown text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p class="schema-values">
          {values.length === 1 ? 'Always ' : 'One of '}
          {shown.map((one) => (
            <code key={String(one)}>{String(one)}</code>
          ))}
          {shown.length < values.length && (
            <button type="button" class="button button-small" onClick={() => setAll(true)}>
              {`${values.length - shown.length} more`}
            </button>
          )}
        </p>
      )}
      {defaultValue !== undefined && (
        <p class="schema-values">
          Default <code>{JSON.stringify(defaultValue)}</code>
        </p>
      )}
      {example !== undefined && values.length === 0 && (
        <p class="schema-values">
          Example <code>{typeof example === 'string' ? example : JSON.stringify(example)}</code>
        </p>
      )}
    </>
  );
}
