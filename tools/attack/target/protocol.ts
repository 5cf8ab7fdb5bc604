// Targets that break HTTP.
import { OK, raws, type TargetAttack } from './target-attack.ts';

export const protocol: TargetAttack[] = [
  raws(
    'informational-flood',
    '100,000 replies with the status 102',
    { repeat: 'HTTP/1.1 102 Processing\r\n\r\n', times: 100_000 },
    `${OK}Content-Length: 2\r\n\r\n{}`,
  ),
  raws('garbage', 'garbage', { bytes: '\x00\xff\xfe nonsense\r\n\r\n' }, { end: 'half' }),
  raws('resets', 'a reset connection', { end: 'reset' }),
  raws('status-999', 'the status 999', 'HTTP/1.1 999 \x1b[31mPWNED\r\nContent-Length: 0\r\n\r\n'),
  raws('status-000', 'the status 000', 'HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n'),
  raws('two-lengths', 'two lengths', `${OK}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`),
  raws(
    'chunk-size',
    'a chunk of an impossible size',
    `${OK}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`,
  ),
  raws('length-lies', 'a body that is shorter than its length', `${OK}Content-Length: 100\r\n\r\n{}`, {
    end: 'half',
  }),
  raws('header-long', 'a header of 5 MB', OK, 'X-A: ', { repeat: 'x', times: 5_000_000 }, '\r\n\r\n'),
  raws(
    'header-control',
    'control bytes in a header',
    `${OK}X-A: `,
    { bytes: '\x1b[31m\x07\x9b' },
    '\r\nContent-Length: 2\r\n\r\n{}',
  ),
  raws(
    'upgrade',
    'the status 101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello',
  ),
  raws(
    'two-replies',
    'two replies to one request',
    `${OK}Content-Length: 2\r\n\r\n{}${OK}Content-Length: 2\r\n\r\n{}`,
  ),
];
