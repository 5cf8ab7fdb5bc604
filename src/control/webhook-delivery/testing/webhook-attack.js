// Runs in a browser page and tries to make the mock deliver webhooks to forbidden receivers. Defines `webhookAttack`.

/**
 * Signs in with the public demo password, registers a webhook endpoint for each URL and requests a test delivery.
 * Then it changes the URL of the endpoint `existingId` to each of the last URLs.
 * @returns for each URL the delivery attempt, or the reply that refused the URL
 */
async function webhookAttack(base, urls, { email, password }, existingId) {
  const json = { 'content-type': 'application/json' };
  const signIn = { method: 'POST', headers: json, body: JSON.stringify({ email, password }) };
  const { token } = await (await fetch(`${base}/auth/login`, signIn)).json();
  const headers = { ...json, authorization: `Bearer ${token}` };
  const send = async (method, path, body) =>
    (await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();

  const deliverTest = async (id) => {
    await send('POST', `/webhooks/${id}/test`);
    for (;;) {
      const { data } = await send('GET', `/webhooks/${id}/deliveries`);
      const [attempt] = data ?? [];
      if (attempt && attempt.status !== 'pending') return attempt;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const registered = await Promise.all(
    urls.map(async (url) => {
      const { id } = await send('POST', '/webhooks', { url, events: ['*'] });
      return { url, ...(await deliverTest(id)) };
    }),
  );
  // Change the URL of the webhook endpoint that a developer registered.
  const changed = [];
  for (const url of urls.slice(-CHANGED_COUNT)) {
    await send('PUT', `/webhooks/${existingId}`, { url });
    changed.push({ url, ...(await deliverTest(existingId)) });
  }
  return [...registered, ...changed];
}

/** The number of URLs, counted from the end of the list, that the existing endpoint is changed to. */
const CHANGED_COUNT = 3;

globalThis.webhookAttack = webhookAttack;
