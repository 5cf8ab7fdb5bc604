// The script of the API reference page: renders the OpenAPI document and authenticates requests as the chosen
// persona.
const persona = document.getElementById('persona');
const control = document.getElementById('control');
const token = document.getElementById('token');
const statusLine = document.getElementById('said');
/** The name of the security scheme in the OpenAPI document. */
const SCHEME = 'bearerAuth';
const SIGNED_OUT = 'nobody';
/** The bearer credential of each persona: its token, or its API key when it has no token. */
let bearers = new Map();

const ui = window.SwaggerUIBundle({
  url: 'docs/openapi.json',
  domNode: document.getElementById('reference'),
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: loadPersonas,
});

/**
 * Loads the personas from the mock. Their secrets stay in this page; the script writes none to the browser's storage.
 */
async function loadPersonas() {
  const headers = token.value === '' ? {} : { Authorization: `Bearer ${token.value}` };
  const reply = await fetch('v1/personas', { headers, cache: 'no-store' });
  const body = await reply.json();
  control.hidden = reply.ok;
  if (!reply.ok) {
    statusLine.textContent = body.error?.message ?? `The mock answered ${reply.status}.`;
    return;
  }
  bearers = new Map(
    Object.entries(body.personas).flatMap(([name, { token: jwt, apiKey }]) =>
      jwt || apiKey ? [[name, jwt ?? apiKey]] : [],
    ),
  );
  persona.replaceChildren(...[...bearers.keys(), SIGNED_OUT].map((name) => new Option(name, name)));
  persona.disabled = false;
  signIn();
}

function signIn() {
  const bearer = bearers.get(persona.value);
  if (bearer) ui.preauthorizeApiKey(SCHEME, bearer);
  else ui.authActions.logout([SCHEME]);
  statusLine.textContent = bearer ? `Signed in as ${persona.value}.` : 'Signed out.';
}

persona.addEventListener('change', signIn);
document.getElementById('who').addEventListener('submit', (event) => {
  event.preventDefault();
  void loadPersonas();
});
