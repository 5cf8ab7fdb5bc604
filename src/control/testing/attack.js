// Runs in a browser page: everything by which a page could reach a server it is no part of. Defines `attack`.

/** What a page tries, in the page: everything it can come to know is returned. */
async function attack(base) {
  const loot = [];
  const note = (what, value) => void loot.push(`${what}: ${String(value)}`);
  const soon = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const tried = async (what, run) => {
    try {
      note(what, await Promise.race([run(), soon(3000)]));
    } catch (error) {
      note(what, error);
    }
  };
  const json = { 'content-type': 'application/json' };
  const reads = ['/personas', '/export', '/outbox', '/requests', '/worlds', '/requests.har'];
  for (const path of reads) {
    for (const credentials of ['include', 'omit'])
      await tried(`fetch ${path}`, async () => (await fetch(base + path, { credentials })).text());
    await tried(`no-cors ${path}`, async () => (await fetch(base + path, { mode: 'no-cors' })).text());
  }
  for (const path of ['/reset', '/clock/freeze', '/clock/resume', '/snapshots', '/seed']) {
    await tried(`simple POST ${path}`, async () =>
      (await fetch(base + path, { method: 'POST', body: '{}' })).text(),
    );
    await tried(`no-cors POST ${path}`, async () => {
      const type = { 'content-type': 'text/plain' };
      return (await fetch(base + path, { method: 'POST', mode: 'no-cors', headers: type, body: '{}' }))
        .status;
    });
    navigator.sendBeacon(base + path, new Blob(['{"by":"P1D"}'], { type: 'text/plain' }));
  }
  const advance = { method: 'POST', headers: json, body: '{"by":"P1D"}' };
  await tried('JSON POST', async () => (await fetch(`${base}/clock/advance`, advance)).text());
  await tried('DELETE', async () => (await fetch(`${base}/worlds/mine`, { method: 'DELETE' })).text());
  await tried('PUT', async () =>
    (await fetch(`${base}/policy`, { method: 'PUT', headers: json, body: '{}' })).text(),
  );

  const frame = (attributes) => {
    const made = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    document.body.append(made);
    return made;
  };
  // Forms, from this origin and from none.
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
  const told = [];
  addEventListener('message', ({ data }) => void told.push(String(data)));
  frame({
    sandbox: 'allow-scripts',
    srcdoc: `<script>
      for (const [path, method] of [['/personas', 'GET'], ['/reset', 'POST']])
        for (const mode of ['cors', 'no-cors'])
          fetch('${base}' + path, { method, mode }).then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => {});
    </script>`,
  });
  // What a page may load from anywhere.
  const shown = frame({ src: `${base}/personas` });
  for (const [tag, name] of [
    ['img', 'src'],
    ['script', 'src'],
    ['link', 'href'],
  ]) {
    const made = document.createElement(tag);
    if (tag === 'link') made.setAttribute('rel', 'stylesheet');
    made.setAttribute(name, `${base}/export`);
    await tried(
      tag,
      () =>
        new Promise((resolve) => {
          made.addEventListener('load', () => resolve('loaded'));
          made.addEventListener('error', () => resolve('failed'));
          document.body.append(made);
        }),
    );
  }
  await tried(
    'EventSource',
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${base}/events`);
        source.onopen = () => resolve('open');
        source.onerror = () => resolve('failed');
      }),
  );
  await tried(
    'WebSocket',
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${base.replace('http', 'ws')}/events`);
        socket.onopen = () => resolve('open');
        socket.onmessage = ({ data }) => resolve(data);
        socket.onerror = () => resolve('failed');
      }),
  );
  await soon(500);
  try {
    note('frame', shown.contentDocument?.body.innerText);
  } catch (error) {
    note('frame', error);
  }
  note('messages', told.join());
  return loot;
}

globalThis.attack = attack;
