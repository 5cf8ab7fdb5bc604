// The view Personas: the ready-made callers of the world, with one button for each thing that people paste elsewhere.
import { control, type Schema } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { pagePath, worldInAddress } from '../../state/location.ts';
import { useData } from '../../state/use-data.ts';

type Persona = Schema<'Persona'>;

/** The view Personas. */
export default function PersonasView() {
  const { data, error, reload } = useData(() => control('get', '/personas'));
  if (error) return <ErrorState error={error} retry={reload} />;
  if (data === null) return null;
  const baseUrl = `${location.origin}${pagePath(worldInAddress.value)}v1`;
  return (
    <div class="page">
      <p class="muted">
        Callers that this world has from the start. Their API keys and tokens work in every world of this
        mock.
      </p>
      <ul class="cards">
        {Object.entries(data.personas).map(([name, persona]) => (
          <PersonaCard key={name} name={name} persona={persona} baseUrl={baseUrl} />
        ))}
      </ul>
    </div>
  );
}

type CardProps = { name: string; persona: Persona; baseUrl: string };

function PersonaCard({ name, persona, baseUrl }: CardProps) {
  const { email, password, token, apiKey, totpSecret, lacks, tenantId } = persona;
  const credential = token ?? apiKey;
  const facts = Object.entries({ email, password, 'lacks the scope': lacks, tenant: tenantId }).filter(
    ([, value]) => value !== undefined,
  );
  return (
    <li class="card persona">
      <h2>{name}</h2>
      <dl class="fact-rows">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        {token !== undefined && <CopyButton text={token} label={`Copy the token of ${name}`} shown="Token" />}
        {apiKey !== undefined && (
          <CopyButton text={apiKey} label={`Copy the API key of ${name}`} shown="API key" />
        )}
        {password !== undefined && (
          <CopyButton text={password} label={`Copy the password of ${name}`} shown="Password" />
        )}
        {totpSecret !== undefined && (
          <CopyButton text={totpSecret} label={`Copy the TOTP secret of ${name}`} shown="TOTP secret" />
        )}
        {credential !== undefined && (
          <CopyButton
            text={curlLine(baseUrl, name, credential)}
            label={`Copy a curl line as ${name}`}
            shown="curl"
          />
        )}
        {credential === undefined && email !== undefined && (
          <CopyButton
            text={loginLine(baseUrl, persona)}
            label={`Copy a curl log-in as ${name}`}
            shown="curl log-in"
          />
        )}
      </div>
    </li>
  );
}

/** The platform admin may list the tenants; every other caller its own account. */
const curlLine = (baseUrl: string, name: string, credential: string): string =>
  `curl ${baseUrl}/${name === 'platformAdmin' ? 'tenants' : 'customers'} -H 'Authorization: Bearer ${credential}'`;

const loginLine = (baseUrl: string, { email, password }: Persona): string =>
  `curl ${baseUrl}/auth/login -H 'Content-Type: application/json' -d '${JSON.stringify({ email, password })}'`;
