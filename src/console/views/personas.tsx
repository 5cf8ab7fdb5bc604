// The view Personas: the ready-made callers of the world, with one button for each thing that people paste elsewhere.
import type { Schema } from '../api/client.ts';
import { apiBase, bearerOf } from '../api/platform.ts';
import { CopyButton } from '../components/controls.tsx';
import { Facts, titleOf, ViewHead } from '../components/display.tsx';
import { hrefOf } from '../state/location.ts';
import { personas } from '../state/world.ts';

export default function PersonasView() {
  const { value: all } = personas;
  return (
    <>
      <ViewHead title="Personas" count={Object.keys(all).length} />
      <div class="section page">
        <p class="muted">
          Callers that this world has from the start. Their API keys and tokens work in every world of this
          mock.
        </p>
        <ul class="cards">
          {Object.entries(all).map(([name, persona]) => (
            <PersonaCard key={name} name={name} persona={persona} />
          ))}
        </ul>
      </div>
    </>
  );
}

function PersonaCard({ name, persona }: { name: string; persona: Schema<'Persona'> }) {
  const { email, password, token, apiKey, totpSecret, lacks, tenantId, about, role, tenant, tier } = persona;
  const facts = Object.entries({ email, password, 'lacks the scope': lacks });
  const copies = [
    ['Token', `the token of ${name}`, token],
    ['API key', `the API key of ${name}`, apiKey],
    ['Password', `the password of ${name}`, password],
    ['TOTP secret', `the TOTP secret of ${name}`, totpSecret],
    ...(bearerOf(persona) === null
      ? [['curl log-in', `a curl log-in as ${name}`, email && loginLine(persona)]]
      : [['curl', `a curl line as ${name}`, curlLine(name, persona)]]),
  ] as const;
  return (
    <li class="card section">
      <h2>{name}</h2>
      <p>
        {about}{' '}
        <span class="muted">
          {role ? titleOf(role) : 'API key'} of{' '}
          <a href={hrefOf('data', ['tenants', tenantId ?? ''])} title={tenantId}>
            {tenant || tenantId}
          </a>
          {tier && `, tier ${tier}`}.
        </span>
      </p>
      <Facts of={facts.map(([label, value]) => [label, value && <code>{value}</code>])} />
      <div class="flow">
        {copies.map(
          ([shown, what, text]) =>
            text && <CopyButton key={shown} text={text} label={`Copy ${what}`} shown={shown ?? true} />,
        )}
      </div>
    </li>
  );
}

// The platform admin may list the tenants; every other caller its own account.
const curlLine = (name: string, persona: Schema<'Persona'>): string =>
  `curl ${apiBase()}/${name === 'platformAdmin' ? 'tenants' : 'customers'} -H 'Authorization: Bearer ${bearerOf(persona)}'`;

const loginLine = ({ email, password }: Schema<'Persona'>): string =>
  `curl ${apiBase()}/auth/login -H 'Content-Type: application/json' -d '${JSON.stringify({ email, password })}'`;
