// Lists hostile webhook receivers and URLs: the URL of the webhook endpoint, the replies of the receiver, and what
// must hold afterwards.
import type { AttackHead, Piece } from './model.ts';

export type ReceiverAttack = AttackHead & {
  /**
   * URL of the webhook endpoint. `{receiver}` is replaced by the `127.0.0.1:port` of the hostile receiver and
   * `{port}` by its port; `{mock}` and `{mockPort}` are the same for the mock
   */
  url: string;
  /**
   * what the receiver sends on every connection as soon as a request begins to arrive; without it, the receiver sends
   * nothing
   */
  answers?: readonly Piece[];
  /** whether the receiver resets every connection when it opens, and sends nothing */
  resets?: true;
  /**
   * value of the HTTP header `Origin` in the request that registers the webhook endpoint, as a browser page would
   * send it
   */
  origin?: string;
  must: {
    /**
     * whether the mock must accept or refuse the request that registers the webhook endpoint; `either` allows both
     */
    registered: 'accepted' | 'refused' | 'either';
    /** no delivery may reach the receiver */
    delivered?: 'never';
    /** time limit in milliseconds until the mock has recorded the delivery attempt; default 4,000 */
    patience?: number;
  };
};

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const own = (name: string, url: string): ReceiverAttack => ({
  id: `receiver/own-${name}`,
  title: `the mock's own control API as ${url}`,
  url,
  must: { registered: 'either' },
});
const answer = (name: string, title: string, ...answers: Piece[]): ReceiverAttack => ({
  id: `receiver/${name}`,
  title,
  url: 'http://{receiver}/hooks',
  answers,
  must: { registered: 'accepted' },
});

export const receiverAttacks: readonly ReceiverAttack[] = [
  {
    id: 'receiver/unresolvable',
    title: 'a host name that does not resolve',
    url: 'http://no-such-host.hosting-contract.test/hooks',
    must: { registered: 'accepted', patience: 8000 },
  },
  {
    id: 'receiver/label-too-long',
    title: 'a host name with a label of 64 characters',
    url: `http://${'a'.repeat(64)}.hosting-contract.test/hooks`,
    must: { registered: 'either', patience: 8000 },
  },
  {
    id: 'receiver/name-too-long',
    title: 'a host name of 1,000 characters',
    url: `http://${'a.'.repeat(500)}test/hooks`,
    must: { registered: 'either', patience: 8000 },
  },
  {
    id: 'receiver/empty-label',
    title: 'a host name with an empty label',
    url: 'http://a..test/hooks',
    must: { registered: 'either', patience: 8000 },
  },
  {
    id: 'receiver/underscore',
    title: 'a host name of underscores',
    url: 'http://_._/hooks',
    must: { registered: 'either', patience: 8000 },
  },
  {
    id: 'receiver/unicode',
    title: 'a host name in another script',
    url: 'http://\u202e\u05d0.test/hooks',
    must: { registered: 'either', patience: 8000 },
  },
  {
    id: 'receiver/percent',
    title: 'a host name with an escaped NUL',
    url: 'http://a%00b.test/hooks',
    must: { registered: 'either' },
  },
  { id: 'receiver/port-0', title: 'port 0', url: 'http://127.0.0.1:0/hooks', must: { registered: 'either' } },
  {
    id: 'receiver/port-large',
    title: 'port 99999',
    url: 'http://127.0.0.1:99999/hooks',
    must: { registered: 'refused' },
  },
  { id: 'receiver/scheme', title: 'a file URL', url: 'file:///etc/passwd', must: { registered: 'either' } },
  {
    id: 'receiver/script',
    title: 'a javascript URL',
    url: 'javascript:alert(1)',
    must: { registered: 'either' },
  },
  {
    id: 'receiver/user-info',
    title: 'a URL with a password',
    url: 'http://user:secret@{receiver}/hooks',
    answers: [OK],
    must: { registered: 'either' },
  },
  {
    id: 'receiver/line-breaks',
    title: 'a URL with line breaks',
    url: 'http://{receiver}/a\r\nX-Injected: 1',
    answers: [OK],
    must: { registered: 'either' },
  },
  {
    id: 'receiver/refuses',
    title: 'a port where nobody listens',
    url: 'http://127.0.0.1:1/hooks',
    must: { registered: 'accepted' },
  },
  {
    id: 'receiver/broadcast',
    title: 'the broadcast address',
    url: 'http://255.255.255.255/hooks',
    must: { registered: 'either' },
  },
  {
    id: 'receiver/link-local',
    title: 'the metadata service of a cloud',
    url: 'http://169.254.169.254/latest/meta-data',
    must: { registered: 'either' },
  },
  {
    id: 'receiver/tls-to-plain',
    title: 'https to a receiver that speaks plain HTTP',
    url: 'https://{receiver}/hooks',
    answers: [OK],
    must: { registered: 'accepted' },
  },
  {
    id: 'receiver/tls-junk',
    title: 'https to a receiver that sends junk',
    url: 'https://{receiver}/hooks',
    answers: [{ bytes: '\x15\x03\x03\x00\x02\x02\x28\xff\xff\xff' }, { end: 'half' }],
    must: { registered: 'accepted' },
  },
  {
    id: 'receiver/resets',
    title: 'a receiver that resets the connection',
    url: 'http://{receiver}/hooks',
    resets: true,
    must: { registered: 'accepted' },
  },
  answer(
    'invalid-http',
    'a receiver that answers garbage',
    { bytes: '\x00\xffnonsense\r\n\r\n' },
    { end: 'half' },
  ),
  answer('empty', 'a receiver that closes without an answer', { end: 'half' }),
  answer('status-0', 'the status 000', 'HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n'),
  answer('status-999', 'the status 999', 'HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  answer(
    'switching',
    'the status 101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello',
  ),
  answer(
    'informational-flood',
    '50,000 replies with the status 102, then 200',
    { repeat: 'HTTP/1.1 102 Processing\r\n\r\n', times: 50_000 },
    OK,
  ),
  answer(
    'continue-flood',
    '50,000 replies with the status 100, then 200',
    { repeat: 'HTTP/1.1 100 Continue\r\n\r\n', times: 50_000 },
    OK,
  ),
  answer(
    'header-flood',
    '5,000 headers',
    'HTTP/1.1 200 OK\r\n',
    { repeat: 'X-A: 12345678901234567890\r\n', times: 5000 },
    'Content-Length: 0\r\n\r\n',
  ),
  answer(
    'header-long',
    'a header of 10 MB',
    'HTTP/1.1 200 OK\r\nX-A: ',
    { repeat: 'x', times: 10_000_000 },
    '\r\n\r\n',
  ),
  answer('body-large', 'a body of 200 MB', 'HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n', {
    repeat: 'x',
    times: 200_000_000,
  }),
  answer(
    'body-inflates',
    'a body that calls itself gzip',
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n',
    { bytes: '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03' },
  ),
  answer(
    'length-lies',
    'a body that is shorter than its length',
    'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort',
    { end: 'half' },
  ),
  answer(
    'chunk-size',
    'a chunk of an impossible size',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
  ),
  answer(
    'retry-after',
    'Retry-After of a million years',
    'HTTP/1.1 503 No\r\nRetry-After: 31536000000000\r\nContent-Length: 0\r\n\r\n',
  ),
  answer(
    'retry-after-date',
    'Retry-After in the year 9999, Date in 1970',
    'HTTP/1.1 429 No\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nContent-Length: 0\r\n\r\n',
  ),
  answer(
    'redirect-control',
    "a redirect to the mock's own control API",
    'HTTP/1.1 307 Here\r\nLocation: http://{mock}/_mock/v1/reset\r\nContent-Length: 0\r\n\r\n',
  ),
  answer(
    'redirect-self',
    'a redirect to itself',
    'HTTP/1.1 308 Here\r\nLocation: http://{receiver}/hooks\r\nContent-Length: 0\r\n\r\n',
  ),
  answer('two-replies', 'two replies to one request', OK, OK),
  own('reset', 'http://{mock}/_mock/v1/reset'),
  own('localhost', 'http://localhost:{mockPort}/_mock/v1/reset'),
  own('localhost-dot', 'http://localhost.:{mockPort}/_mock/v1/reset'),
  own('any-name', 'http://anything.localhost:{mockPort}/_mock/v1/reset'),
  own('short', 'http://127.1:{mockPort}/_mock/v1/reset'),
  own('hexadecimal', 'http://0x7f000001:{mockPort}/_mock/v1/reset'),
  own('decimal', 'http://2130706433:{mockPort}/_mock/v1/reset'),
  own('other-loopback', 'http://127.0.0.2:{mockPort}/_mock/v1/reset'),
  own('any-address', 'http://0.0.0.0:{mockPort}/_mock/v1/reset'),
  own('mapped', 'http://[::ffff:127.0.0.1]:{mockPort}/_mock/v1/reset'),
  own('freeze', 'http://{mock}/_mock/v1/clock/resume'),
  own('world', 'http://{mock}/w/main/_mock/v1/reset'),
  own('api', 'http://{mock}/v1/auth/login'),
  own('upper-case', 'HTTP://LOCALHOST:{mockPort}/_mock/v1/reset'),
  {
    id: 'receiver/foreign-page',
    title: 'an endpoint on loopback that a page of another origin registers',
    url: 'http://{receiver}/hooks',
    answers: [OK],
    origin: 'http://evil.example',
    must: { registered: 'either', delivered: 'never' },
  },
  {
    id: 'receiver/foreign-page-own',
    title: 'the control API, as an endpoint that a page of another origin registers',
    url: 'http://{mock}/_mock/v1/reset',
    origin: 'http://evil.example',
    must: { registered: 'either' },
  },
  {
    ...answer('never-answers', 'a receiver that never answers'),
    slow: true,
    must: { registered: 'accepted', patience: 20_000 },
  },
  {
    ...answer(
      'drips',
      'one byte of a header each second',
      'HTTP/1.1 200 OK\r\nX-A: ',
      ...Array.from({ length: 30 }, (): Piece[] => ['x', { waitMs: 1000 }]).flat(),
    ),
    slow: true,
    must: { registered: 'accepted', patience: 25_000 },
  },
];
