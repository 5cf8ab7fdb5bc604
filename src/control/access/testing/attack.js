// Runs in a browser page and tries every way in which a page can reach a server of another origin. Defines `attack`.

/**
 * Tries every way to read and change the mock from the page.
 * @returns everything that the page could read
 */
async function attack(base) {
  const results = [];
  const note = (what, value) => void results.push(`${what}: ${String(value)}`);
  const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const attempt = async (what, run) => {
    try {
      note(what, await Promise.race([run(), delay(3000)]));
    } catch (error) {
      note(what, error);
    }
  };
  const json = { 'content-type': 'application/json' };
  const reads = ['/personas', '/export', '/outbox', '/requests', '/worlds', '/requests.har'];
  for (const path of reads) {
    for (const credentials of ['include', 'omit'])
      await attempt(`fetch ${path}`, async () => (await fetch(base + path, { credentials })).text());
    await attempt(`no-cors ${path}`, async () => (await fetch(base + path, { mode: 'no-cors' })).text());
  }
  for (const path of ['/reset', '/clock/freeze', '/clock/resume', '/snapshots', '/seed']) {
    await attempt(`simple POST ${path}`, async () =>
      (await fetch(base + path, { method: 'POST', body: '{}' })).text(),
    );
    await attempt(`no-cors POST ${path}`, async () => {
      const type = { 'content-type': 'text/plain' };
      return (await fetch(base + path, { method: 'POST', mode: 'no-cors', headers: type, body: '{}' }))
        .status;
    });
    navigator.sendBeacon(base + path, new Blob(['{"by":"P1D"}'], { type: 'text/plain' }));
  }
  const advance = { method: 'POST', headers: json, body: '{"by":"P1D"}' };
  await attempt('JSON POST', async () => (await fetch(`${base}/clock/advance`, advance)).text());
  await attempt('DELETE', async () => (await fetch(`${base}/worlds/mine`, { method: 'DELETE' })).text());
  await attempt('PUT', async () =>
    (await fetch(`${base}/policy`, { method: 'PUT', headers: json, body: '{}' })).text(),
  );

  const frame = (attributes) => {
    const element = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  };
  // Send forms, from the page's origin and from an opaque origin.
  const form = (path, enctype) =>
    `<form method=post enctype="${enctype}" action="${base}${path}"><input name='{"by":"P1D","x":"' value='"}'></form>`;
  for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
    for (const path of ['/reset', '/clock/advance']) {
      frame({ srcdoc: `${form(path, enctype)}<script>document.forms[0].submit()</script>` });
      frame({
        sandbox: 'allow-scripts allow-forms',
        srcdoc: `${form(path, enctype)}<script>document.forms[0].submit()</script>`,
      });
    }
  }
  const messages = [];
  addEventListener('message', ({ data }) => void messages.push(String(data)));
  frame({
    sandbox: 'allow-scripts',
    srcdoc: `<script>
      for (const [path, method] of [['/personas', 'GET'], ['/reset', 'POST']])
        for (const mode of ['cors', 'no-cors'])
          fetch('${base}' + path, { method, mode }).then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => {});
    </script>`,
  });
  // Embed resources that a page may embed from any origin.
  const shown = frame({ src: `${base}/personas` });
  for (const [tag, name] of [
    ['img', 'src'],
    ['script', 'src'],
    ['link', 'href'],
  ]) {
    const element = document.createElement(tag);
    if (tag === 'link') element.setAttribute('rel', 'stylesheet');
    element.setAttribute(name, `${base}/export`);
    await attempt(
      tag,
      () =>
        new Promise((resolve) => {
          element.addEventListener('load', () => resolve('loaded'));
          element.addEventListener('error', () => resolve('failed'));
          document.body.append(element);
        }),
    );
  }
  await attempt(
    'EventSource',
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${base}/events`);
        source.onopen = () => resolve('open');
        source.onerror = () => resolve('failed');
      }),
  );
  await attempt(
    'WebSocket',
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${base.replace('http', 'ws')}/events`);
        socket.onopen = () => resolve('open');
        socket.onmessage = ({ data }) => resolve(data);
        socket.onerror = () => resolve('failed');
      }),
  );
  await delay(500);
  try {
    note('frame', shown.contentDocument?.body.innerText);
  } catch (error) {
    note('frame', error);
  }
  note('messages', messages.join());
  return results;
}

globalThis.attack = attack;
