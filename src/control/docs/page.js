// The API reference in the browser: draws the document, and signs the requests as whoever is chosen.
const persona = document.getElementById('persona');
const control = document.getElementById('control');
const token = document.getElementById('token');
const said = document.getElementById('said');
/** What the document calls its way to sign in. */
const SCHEME = 'bearerAuth';
const NOBODY = 'nobody';
/** What is sent for each persona: a token where it has one, otherwise a key. */
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
  onComplete: meet,
});

/** Asks the mock who there is. Secrets stay in this page: nothing is kept in the browser. */
async function meet() {
  const headers = token.value === '' ? {} : { Authorization: `Bearer ${token.value}` };
  const reply = await fetch('v1/personas', { headers, cache: 'no-store' });
  const body = await reply.json();
  control.hidden = reply.ok;
  if (!reply.ok) {
    said.textContent = body.error?.message ?? `The mock answered ${reply.status}.`;
    return;
  }
  bearers = new Map(
    Object.entries(body.personas).flatMap(([name, { token: jwt, apiKey }]) =>
      jwt || apiKey ? [[name, jwt ?? apiKey]] : [],
    ),
  );
  persona.replaceChildren(...[...bearers.keys(), NOBODY].map((name) => new Option(name, name)));
  persona.disabled = false;
  become();
}

function become() {
  const bearer = bearers.get(persona.value);
  if (bearer) ui.preauthorizeApiKey(SCHEME, bearer);
  else ui.authActions.logout([SCHEME]);
  said.textContent = bearer ? `Signed in as ${persona.value}.` : 'Signed out.';
}

persona.addEventListener('change', become);
document.getElementById('who').addEventListener('submit', (event) => {
  event.preventDefault();
  void meet();
});
