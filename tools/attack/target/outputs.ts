// Targets whose texts and secrets try to get into the outputs of the suite.
import { secretForms } from '../secret-forms.ts';
import {
  FEW,
  good,
  isLogin,
  json,
  type Lawful,
  row,
  spoil,
  type TargetAttack,
  withHeaders,
} from './target-attack.ts';

/** A text that is dangerous for every kind of output: terminals, CI logs, XML, Markdown, HTML, TAP. */
const HOSTILE_TEXT = [
  '\u001b[31mred\u001b[0m \u009b31m \u0007\b\u0000\u007f \u202e\u2028\u2029',
  '::error file=x::PWNED',
  '::set-output name=x::PWNED',
  '##vso[task.complete result=Succeeded]PWNED',
  '%0A::error::PWNED',
  '\r::error::PWNED',
  '1..0 # PWNED',
  'ok 1 - PWNED',
  'Bail out! PWNED',
  ']]></failure></testcase><script>alert("PWNED")</script>',
  '| a | b |',
  '</details><img src=x onerror=alert(1)>',
  '```',
].join('\n');

export const outputs: TargetAttack[] = [
  row(
    'control-bytes',
    'control bytes and workflow commands in messages',
    ['customers/', 'orders/'],
    (asked, lawful) =>
      isLogin(asked)
        ? null
        : json(
            {
              error: {
                code: HOSTILE_TEXT,
                message: HOSTILE_TEXT,
                errors: { [HOSTILE_TEXT]: [HOSTILE_TEXT] },
              },
            },
            lawful.status < 300 ? 500 : lawful.status,
          ),
  ),
  row(
    'control-bytes-values',
    'control bytes and workflow commands in every text of a reply',
    ['customers/'],
    (asked, lawful) =>
      good(lawful) && !isLogin(asked) ? { ...lawful, body: JSON.stringify(spoilTexts(lawful.body)) } : null,
    { args: ['--max-requests', '20'] },
  ),
  ...['markdown', 'junit', 'tap', 'github', 'ctrf', 'sarif', 'html', 'ndjson'].map((form) =>
    row(
      `stdout-${form}`,
      `the same, with the form ${form} on standard output`,
      ['customers/'],
      (asked) =>
        isLogin(asked) ? null : json({ error: { code: HOSTILE_TEXT, message: HOSTILE_TEXT } }, 500),
      {
        args: ['--report', form === 'github' ? 'github' : `${form}=-`],
        ...(form !== 'markdown' && form !== 'github' && { slow: true }),
      },
    ),
  ),
  ...Object.entries(secretForms).map(([form, write]) =>
    row(
      `echo-${form.replaceAll(/[ ,]+/g, '-')}`,
      `the credentials of each request, echoed in the form ${form}`,
      ['customers/', 'auth/', 'api-keys/', 'webhooks/'],
      (asked, lawful) => {
        const given = /^Bearer (.+)$/i.exec(asked.headers.authorization ?? '')?.[1] ?? '';
        const sent = [
          ...asked.body.matchAll(
            /"(?:password|token|totp_code|challenge_token|secret)":("(?:[^"\\]|\\.)*")/g,
          ),
        ].map(([, text = '""']) => JSON.parse(text) as string);
        const reported = [given, ...sent]
          .filter((one) => one !== '')
          .map(write)
          .join(' ; ');
        return isLogin(asked) && good(lawful)
          ? spoil(lawful, (body) => ({ ...body, debug: reported }))
          : withHeaders(
              json(
                {
                  error: {
                    code: 'ECHO',
                    message: `You sent ${reported}`,
                    errors: { [reported]: [reported] },
                  },
                },
                500,
              ) as Lawful,
              { 'x-echo': reported.replaceAll(/[\r\n]+/g, ' ').slice(0, 4000) },
            );
      },
      { args: ['--max-requests', '60'], ...(form !== 'raw' && form !== 'base64' && { slow: true }) },
    ),
  ),
  row('report-full-disk', 'a report on a full disk', FEW, () => null, {
    args: ['--report', 'json=/dev/full'],
    must: { exits: [0, 1, 2, 4, 6, 7], says: /ENOSPC|space/ },
  }),
  row('receiver-junk', 'junk for the receiver of the suite', ['webhooks/'], () => null, {
    args: ['--allow', 'webhooks'],
  }),
];

function spoilTexts(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text, (name, value) =>
      typeof value === 'string' && !/(^|_)(id|at|start|end)$/.test(name) ? HOSTILE_TEXT : value,
    );
  } catch {
    return text;
  }
}
