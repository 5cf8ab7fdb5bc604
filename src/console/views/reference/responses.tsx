// The responses of an operation by status, and their documented examples.
import { useState } from 'preact/hooks';
import { JsonView } from '../../components/json-view.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Markdown } from './markdown.tsx';
import type { Operation, Reference, ResponseModel } from './model/document.ts';
import { MemberRow, SchemaTree } from './schema-tree.tsx';

/** The responses, one tab for each status. */
export function Responses({ reference, operation }: { reference: Reference; operation: Operation }) {
  const [current, setCurrent] = useState(operation.responses[0]?.status ?? '');
  if (operation.responses.length === 0) return null;
  return (
    <section>
      <h3>Responses</h3>
      <Tabs
        label="Responses by status"
        current={current}
        choose={setCurrent}
        tabs={operation.responses.map((one) => ({
          id: one.status,
          title: one.status,
          content: () => <ResponseView key={one.status} reference={reference} response={one} />,
        }))}
      />
    </section>
  );
}

function ResponseView({ reference, response }: { reference: Reference; response: ResponseModel }) {
  const { description, body, headers } = response;
  return (
    <>
      <Markdown text={description} />
      {body && !body.type.includes('json') && (
        <p>
          A file of type <code>{body.type}</code>.
        </p>
      )}
      {body?.schema && body.type.includes('json') && (
        <SchemaTree reference={reference} schema={body.schema} label="Response body" />
      )}
      {headers.length > 0 && (
        <details class="response-headers">
          <summary>{`${headers.length} header${headers.length === 1 ? '' : 's'}`}</summary>
          <ul class="schema schema-members">
            {headers.map(({ name, description: about, schema }) => (
              <MemberRow
                key={name}
                reference={reference}
                name={name}
                schema={schema}
                required={false}
                description={about}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The documented examples of the replies; of an event, those of its body. */
export function ExampleReplies({ operation }: { operation: Operation }) {
  const [chosen, setChosen] = useState(0);
  const examples = (operation.event ? [{ status: '', body: operation.body }] : operation.responses).flatMap(
    ({ status, body }) =>
      (body?.examples ?? []).map((one) => ({ ...one, title: `${status} ${one.summary}`.trim() })),
  );
  const example = examples[chosen];
  if (!example) return null;
  return (
    <section class="panel">
      <h3>{operation.event ? 'Example' : 'Example reply'}</h3>
      <select
        class="select"
        aria-label="Example"
        value={chosen}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      >
        {examples.map(({ title }, at) => (
          <option key={at} value={at}>
            {title}
          </option>
        ))}
      </select>
      <JsonView key={chosen} value={example.value} label="example" />
    </section>
  );
}
