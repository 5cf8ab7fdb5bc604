// A schema as a tree: its members with type, limits and description. What is inside a member unfolds.
import { useState } from 'preact/hooks';
import type { JsonSchema } from '../../../contract/openapi.ts';
import { Button, Select } from '../../components/controls.tsx';
import { hrefOf } from '../../state/location.ts';
import { InlineMarkdown } from './markdown.tsx';
import { schemaName } from './model/document.ts';
import { describeSchema, type Inside, insideOf, type SchemaText } from './model/schema-text.ts';
import { loadedReference } from './reference-state.ts';

export function SchemaTree({ schema, label }: { schema: JsonSchema; label: string }) {
  const reference = loadedReference();
  const text = describeSchema(reference, schema);
  return (
    <section aria-label={label}>
      <TypeText text={text} />
      <p>
        <InlineMarkdown text={text.description} />
      </p>
      <InsideView inside={insideOf(reference, schema)} />
    </section>
  );
}

function InsideView({ inside: { members, forms, formsTitle } }: { inside: Inside }) {
  const reference = loadedReference();
  const [chosen, setChosen] = useState('0');
  const form = forms[Number(chosen)];
  if (form) {
    const nameOf = (one: JsonSchema): string => schemaName(one) ?? describeSchema(reference, one).type;
    return (
      <>
        <label>
          {formsTitle}{' '}
          <Select
            value={chosen}
            choose={setChosen}
            options={forms.map((one, at) => [String(at), nameOf(one)])}
          />
        </label>
        <InsideView key={chosen} inside={insideOf(reference, form)} />
      </>
    );
  }
  if (members.length === 0) return null;
  return (
    <ul class="schema-members">
      {members.map((one) => (
        <MemberRow key={one.name} {...one} />
      ))}
    </ul>
  );
}

type RowProps = { name: string; schema: JsonSchema; required: boolean; description?: string };

export function MemberRow({ name, schema, required, description }: RowProps) {
  const reference = loadedReference();
  const [open, setOpen] = useState(false);
  const text = describeSchema(reference, schema);
  const inside = insideOf(reference, schema);
  return (
    <li class="schema-member">
      <div class="flow">
        <code class="schema-name">{name}</code>
        <TypeText text={text} />
        {required && <span class="small bad">required</span>}
        {text.deprecated && <span class="badge badge-warn">deprecated</span>}
        {text.stated && (
          <span class="small good" title="The specification states this.">
            stated
          </span>
        )}
      </div>
      <Details text={text} description={description ?? text.description} />
      {inside.members.length + inside.forms.length > 0 && (
        <>
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show'} what is in <code>{name}</code>
          </Button>
          {open && (
            <div class="schema-inside">
              <InsideView inside={inside} />
            </div>
          )}
        </>
      )}
    </li>
  );
}

function TypeText({ text: { type, named, limits } }: { text: SchemaText }) {
  const isLink = named !== undefined && type.includes(named);
  return (
    <span class="small muted">
      {isLink ? <a href={hrefOf('reference', ['schemas', named])}>{type}</a> : type}
      {limits.map((one) => ` · ${one}`)}
    </span>
  );
}

const VALUES = 12;

function Details({ text, description }: { text: SchemaText; description: string }) {
  const [all, setAll] = useState(false);
  const { values, example, defaultValue } = text;
  const shown = all ? values : values.slice(0, VALUES);
  return (
    <>
      {description !== '' && (
        <p>
          <InlineMarkdown text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p class="flow small muted">
          {values.length === 1 ? 'Always ' : 'One of '}
          {shown.map((one) => (
            <code key={String(one)}>{String(one)}</code>
          ))}
          {shown.length < values.length && (
            <Button onClick={() => setAll(true)}>{`${values.length - shown.length} more`}</Button>
          )}
        </p>
      )}
      {defaultValue !== undefined && (
        <p class="small muted">
          Default <code>{JSON.stringify(defaultValue)}</code>
        </p>
      )}
      {example !== undefined && values.length === 0 && (
        <p class="small muted">
          Example <code>{typeof example === 'string' ? example : JSON.stringify(example)}</code>
        </p>
      )}
    </>
  );
}
