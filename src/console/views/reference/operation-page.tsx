// The page of an operation: what the document says about it, and beside it the request to try.
import { useState } from 'preact/hooks';
import { Button, CopyButton, Select } from '../../components/controls.tsx';
import { counted } from '../../components/display.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Tabs } from '../../components/panel.tsx';
import { hrefOf } from '../../state/location.ts';
import { Markdown } from './markdown.tsx';
import type { Operation, ResponseModel } from './model/document.ts';
import { loadedReference } from './reference-state.ts';
import { MemberRow, SchemaTree } from './schema-tree.tsx';
import { TryIt } from './try-it.tsx';

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' };

export function OperationPage({ operation }: { operation: Operation }) {
  const { id, event, summary, path, description, parameters, body } = operation;
  return (
    <article class="operation">
      <div class="operation-text">
        <h2>{summary}</h2>
        <p class="flow operation-address">
          <Method of={operation} />
          <code>{event ? id : path}</code>
          {!event && (
            <>
              <CopyButton text={path} label="Copy the path" />
              <span class="try-jump">
                <Button onClick={showTryIt}>Try it</Button>
              </span>
            </>
          )}
        </p>
        <Marks operation={operation} />
        <Markdown text={description} />
        {Object.entries(PLACES).map(([place, title]) => {
          const found = parameters.filter((one) => one.in === place);
          return (
            found.length > 0 && (
              <section key={place}>
                <h3>{title}</h3>
                <ul class="schema-members">
                  {found.map(({ schema, stated, example, ...one }) => {
                    const examples = example === undefined ? [] : [example];
                    return (
                      <MemberRow
                        key={one.name}
                        {...one}
                        schema={{ ...schema, 'x-stated': stated, examples }}
                      />
                    );
                  })}
                </ul>
              </section>
            )
          );
        })}
        {body?.schema && (
          <section>
            <h3>
              Request body <span class="muted">{body.required ? 'required' : 'optional'}</span>
            </h3>
            <SchemaTree schema={body.schema} label="Request body" />
          </section>
        )}
        <Responses responses={operation.responses} />
        <Related operation={operation} />
      </div>
      <div class="section operation-side">
        {!event && <TryIt key={id} operation={operation} />}
        <ExampleReplies operation={operation} />
      </div>
    </article>
  );
}

function showTryIt(): void {
  const form = document.querySelector<HTMLFormElement>('.operation-side form');
  form?.scrollIntoView();
  form?.querySelector<HTMLElement>('select, input')?.focus({ preventScroll: true });
}

const METHOD_COLOURS: Readonly<Record<string, string>> = { GET: 'accent', POST: 'good', DELETE: 'bad' };

/** The coloured method of an operation, such as GET; `EVENT` for what the API sends. With `short` in at most 4 letters. */
export function Method({ of: { method, event }, short = false }: { of: Operation; short?: boolean }) {
  const text = short && method === 'DELETE' ? 'DEL' : method;
  return (
    <span class={`method ${event ? 'muted' : (METHOD_COLOURS[method] ?? 'warn')}`}>
      {event ? 'EVENT' : text}
    </span>
  );
}

export const OperationList = ({ operations }: { operations: readonly Operation[] }) => (
  <ul class="operation-list">
    {operations.map((one) => (
      <li key={one.id}>
        <a class="nav-link" href={hrefOf('reference', [one.tag, one.id])}>
          <Method of={one} />
          <code>{one.event ? one.id : one.path}</code>
          <span class="muted">{one.summary}</span>
        </a>
      </li>
    ))}
  </ul>
);

const STATED = 'The specification states this operation.';
const DECIDED = 'The specification leaves this open; the document decides it.';

function Marks({ operation }: { operation: Operation }) {
  const { stated, anonymous, event, scopes, roles, rateClass } = operation;
  const hasTighterLimit = rateClass !== '' && rateClass !== 'general';
  const marks: readonly (readonly [
    shown: boolean,
    text: string,
    title?: string | undefined,
    kind?: string,
  ])[] = [
    [operation.deprecated, 'Deprecated', undefined, 'badge-warn'],
    [stated === true, 'Stated', STATED, 'badge-good'],
    [stated === false, 'Decided here', DECIDED],
    [anonymous && !event, 'No credential'],
    ...scopes.map((scope) => [true, `Scope ${scope}`, 'An API key needs this scope.'] as const),
    [operation.idempotent, 'Idempotency-Key', 'A replay with the same key has no further effect.'],
    [operation.sessionOnly, 'Session token only', 'An API key is refused.'],
    [hasTighterLimit, `Rate limit: ${rateClass}`, 'This operation has a tighter rate limit of its own.'],
  ];
  return (
    <>
      <ul class="flow marks">
        {marks
          .filter(([shown]) => shown)
          .map(([, text, title, kind = '']) => (
            <li key={text} class={`badge ${kind}`} title={title}>
              {text}
            </li>
          ))}
      </ul>
      {roles.length > 0 && !anonymous && (
        <p class="marks small muted">Roles: {roles.map((role) => role.replaceAll('_', ' ')).join(', ')}</p>
      )}
    </>
  );
}

function Responses({ responses }: { responses: readonly ResponseModel[] }) {
  const [current, setCurrent] = useState(responses[0]?.status ?? '');
  if (responses.length === 0) return null;
  const tabs = responses.map((one) => ({
    id: one.status,
    title: one.status,
    content: () => <ResponseView key={one.status} response={one} />,
  }));
  return (
    <section>
      <h3>Responses</h3>
      <Tabs label="Responses by status" current={current} choose={setCurrent} tabs={tabs} />
    </section>
  );
}

function ResponseView({ response: { description, body, headers } }: { response: ResponseModel }) {
  return (
    <>
      <Markdown text={description} />
      {body && !body.type.includes('json') && (
        <p>
          A file of type <code>{body.type}</code>.
        </p>
      )}
      {body?.schema && body.type.includes('json') && (
        <SchemaTree schema={body.schema} label="Response body" />
      )}
      {headers.length > 0 && (
        <details>
          <summary>{counted(headers.length, 'header')}</summary>
          <ul class="schema-members">
            {headers.map((header) => (
              <MemberRow key={header.name} {...header} required={false} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function ExampleReplies({ operation: { event, body: sent, responses } }: { operation: Operation }) {
  const [chosen, setChosen] = useState('0');
  const examples = (event ? [{ status: '', body: sent }] : responses).flatMap(({ status, body }) =>
    (body?.examples ?? []).map((one) => ({ ...one, title: `${status} ${one.summary}`.trim() })),
  );
  const example = examples[Number(chosen)];
  if (!example) return null;
  return (
    <section class="card section">
      <h3>{event ? 'Example' : 'Example reply'}</h3>
      <Select
        label="Example"
        value={chosen}
        choose={setChosen}
        options={examples.map(({ title }, at) => [String(at), title])}
      />
      <JsonView key={chosen} value={example.value} label="example" />
    </section>
  );
}

function Related({ operation }: { operation: Operation }) {
  const { operations } = loadedReference();
  const linked = new Set(operation.responses.flatMap(({ links }) => links));
  const before = operations.filter((one) => one.responses.some(({ links }) => links.includes(operation.id)));
  const after = operations.filter(({ id }) => linked.has(id));
  if (before.length + after.length === 0) return null;
  return (
    <section>
      <h3>Related operations</h3>
      <OperationList operations={after} />
      {before.length > 0 && <p class="muted">Comes after</p>}
      <OperationList operations={before} />
    </section>
  );
}
