// What to do with a mock that no request has reached yet.
import { apiBase, bearerOf } from '../../api/platform.ts';
import { CopyButton } from '../../components/controls.tsx';
import { hrefOf } from '../../state/location.ts';
import { personas } from '../../state/world.ts';

/** The first steps: the URL, a log-in, a fault, the clock. The first request takes the place of them. */
export function FirstSteps() {
  const [name, persona] = Object.entries(personas.value).find(([, one]) => one.password) ?? [];
  const curl = `curl ${apiBase()}/customers -H 'Authorization: Bearer ${bearerOf(persona)}'`;
  return (
    <div class="section page first-steps">
      <div>
        <h2>Waiting for the first request</h2>
        <p class="muted">It appears here the moment it comes.</p>
      </div>
      <ol class="section">
        <li class="card">
          <h3>Your app calls this URL</h3>
          <p class="flow">
            <code>{apiBase()}</code>
            <CopyButton text={apiBase()} label="Copy the URL" shown="Copy" />
          </p>
        </li>
        {persona && (
          <li class="card">
            <h3>Sign in as {name}</h3>
            <p class="flow">
              <code>{persona.email}</code>
              <CopyButton text={persona.email ?? ''} label="Copy the e-mail address" shown="Copy" />
              <code>{persona.password}</code>
              <CopyButton text={persona.password ?? ''} label="Copy the password" shown="Copy" />
            </p>
            <p class="muted">
              {persona.about} <a href={hrefOf('personas')}>All personas, tokens and API keys</a>
            </p>
          </li>
        )}
        <li class="card">
          <h3>
            <a href={hrefOf('faults')}>Break something</a>
          </h3>
          <p class="muted">
            Replies with status 503, late replies, cut connections: see what your app shows.
          </p>
        </li>
        <li class="card">
          <h3>
            <a href={hrefOf('clock')}>Move the clock</a>
          </h3>
          <p class="muted">Orders are provisioned, invoices fall due, services expire, in no time.</p>
        </li>
      </ol>
      <p class="flow">
        No app yet? <CopyButton text={curl} label="Copy a curl line" shown />
        <a href={hrefOf('reference', ['Customers', 'listCustomers'])}>
          Send a request from the API reference
        </a>
      </p>
    </div>
  );
}
