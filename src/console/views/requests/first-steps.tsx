// What to do with a mock that no request has reached yet.
import type { ComponentChildren } from 'preact';
import { apiBase, bearerOf } from '../../api/platform.ts';
import { CopyButton } from '../../components/controls.tsx';
import { hrefOf } from '../../state/location.ts';
import { personas } from '../../state/world.ts';

const Step = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <li class="card">
    <h3>{title}</h3>
    {children}
  </li>
);

/** The first steps: the URL, a log-in, a fault, the clock. The first request takes the place of them. */
export function FirstSteps() {
  const [name, persona] = Object.entries(personas.value).find(([, one]) => one.password) ?? [];
  const { email = '', password = '', about } = persona ?? {};
  const curl = `curl ${apiBase()}/customers -H 'Authorization: Bearer ${bearerOf(persona)}'`;
  const copy = (text: string, what: string) => [
    <code key="text">{text}</code>,
    <CopyButton key="copy" text={text} label={`Copy the ${what}`} shown="Copy" />,
  ];
  return (
    <div class="section page first-steps">
      <div>
        <h2>Waiting for the first request</h2>
        <p class="muted">It appears here the moment it comes.</p>
      </div>
      <ol class="section">
        <Step title="Your app calls this URL">
          <p class="flow">{copy(apiBase(), 'URL')}</p>
        </Step>
        {persona && (
          <Step title={`Sign in as ${name}`}>
            <p class="flow">{[copy(email, 'e-mail address'), copy(password, 'password')]}</p>
            <p class="muted">
              {about} <a href={hrefOf('personas')}>All personas, tokens and API keys</a>
            </p>
          </Step>
        )}
        <Step title={<a href={hrefOf('faults')}>Break something</a>}>
          <p class="muted">
            Replies with status 503, late replies, cut connections: see what your app shows.
          </p>
        </Step>
        <Step title={<a href={hrefOf('clock')}>Move the clock</a>}>
          <p class="muted">Orders are provisioned, invoices fall due, services expire, in no time.</p>
        </Step>
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
