// The page of an operation: what the document says about it, and beside it the request to try.
import { CopyButton } from '../../components/copy-button.tsx';
import { OperationList } from './about-page.tsx';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { Method } from './method.tsx';
import type { Operation, Parameter, Reference } from './model/document.ts';
import { ExampleReplies, Responses } from './responses.tsx';
import { MemberRow, SchemaTree } from './schema-tree.tsx';
import { TryIt } from './try-it.tsx';

/** The page of an operation or an event. */
export function OperationPage({ reference, operation }: { reference: Reference; operation: Operation }) {
  return (
    <article class="operation">
      <div class="operation-text">
        <h2>{operation.summary}</h2>
        <p class="operation-address">
          <Method method={operation.method} event={operation.event} />
          <code>{operation.event ? operation.id : operation.path}</code>
          {!operation.event && <CopyButton text={operation.path} label="Copy the path" />}
          {!operation.event && (
            <button type="button" class="button button-small try-jump" onClick={showTryIt}>
              Try it
            </button>
          )}
        </p>
        <Marks operation={operation} />
        <Markdown text={operation.description} />
        <Parameters reference={reference} title="Path" parameters={operation.parameters} place="path" />
        <Parameters reference={reference} title="Query" parameters={operation.parameters} place="query" />
        <Parameters reference={reference} title="Headers" parameters={operation.parameters} place="header" />
        {operation.body?.schema && (
          <section>
            <h3>
              Request body <span class="muted">{operation.body.required ? 'required' : 'optional'}</span>
            </h3>
            <SchemaTree reference={reference} schema={operation.body.schema} label="Request body" />
          </section>
        )}
        <Responses reference={reference} operation={operation} />
        <Related reference={reference} operation={operation} />
      </div>
      <div class="operation-side">
        {!operation.event && <TryIt key={operation.id} reference={reference} operation={operation} />}
        <ExampleReplies operation={operation} />
      </div>
    </article>
  );
}

/** Scrolls to the request, which on a narrow screen is below the text. */
function showTryIt(): void {
  const form = document.querySelector<HTMLFormElement>('.try');
  form?.scrollIntoView();
  form?.querySelector<HTMLElement>('select, input')?.focus({ preventScroll: true });
}

/** What an operation asks of its caller, and whether the specification states it. */
function Marks({ operation }: { operation: Operation }) {
  const { stated, anonymous, event, scopes, roles, sessionOnly, idempotent, rateClass, deprecated } =
    operation;
  return (
    <ul class="marks">
      {deprecated && <li class="badge badge-warn">Deprecated</li>}
      {stated !== null && (
        <li
          class={`badge ${stated ? 'badge-good' : ''}`}
          title={
            stated
              ? 'The specification states this operation.'
              : 'The specification leaves this open; the document decides it.'
          }
        >
          {stated ? 'Stated' : 'Decided here'}
        </li>
      )}
      {anonymous && !event && <li class="badge">No credential</li>}
      {scopes.map((scope) => (
        <li key={scope} class="badge" title="An API key needs this scope.">
          Scope <code>{scope}</code>
        </li>
      ))}
      {idempotent && (
        <li class="badge" title="A replay with the same key has no further effect.">
          Idempotency-Key
        </li>
      )}
      {sessionOnly && (
        <li class="badge" title="An API key is refused.">
          Session token only
        </li>
      )}
      {rateClass !== '' && rateClass !== 'general' && (
        <li class="badge" title="This operation has a tighter rate limit of its own.">
          Rate limit: {rateClass}
        </li>
      )}
      {roles.length > 0 && !anonymous && (
        <li class="marks-roles">Roles: {roles.map((role) => role.replaceAll('_', ' ')).join(', ')}</li>
      )}
    </ul>
  );
}

function Parameters({
  reference,
  title,
  parameters,
  place,
}: {
  reference: Reference;
  title: string;
  parameters: readonly Parameter[];
  place: Parameter['in'];
}) {
  const found = parameters.filter((one) => one.in === place);
  if (found.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="schema schema-members">
        {found.map((one) => (
          <MemberRow
            key={one.name}
            reference={reference}
            name={one.name}
            schema={{
              ...one.schema,
              'x-stated': one.stated,
              examples: one.example === undefined ? [] : [one.example],
            }}
            required={one.required}
            description={one.description}
          />
        ))}
      </ul>
    </section>
  );
}

/** The operations that can follow, as the document's links say, and those that lead here. */
function Related({ reference, operation }: { reference: Reference; operation: Operation }) {
  const links = new Map(
    operation.responses.flatMap((one) => one.links).map((one) => [one.operationId, one.description]),
  );
  const before = reference.operations.filter((one) =>
    one.responses.some((reply) => reply.links.some((link) => link.operationId === operation.id)),
  );
  const after = reference.operations.filter(({ id }) => links.has(id));
  if (before.length + after.length === 0) return null;
  return (
    <section>
      <h3>Related operations</h3>
      {after.length > 0 && (
        <ul class="related">
          {after.map((one) => (
            <li key={one.id}>
              <OperationList operations={[one]} />
              <InlineMarkdown text={links.get(one.id) ?? ''} />
            </li>
          ))}
        </ul>
      )}
      {before.length > 0 && (
        <>
          <p class="muted">Comes after</p>
          <OperationList operations={before} />
        </>
      )}
    </section>
  );
}
