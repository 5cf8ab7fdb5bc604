import { defects } from '../conformance/defects/index.ts';
import { judge } from './bite/judge.ts';
import { runJob } from './bite/worker-job.ts';
import { readFileSync } from 'node:fs';
const files = new Map<string, string[]>(); let cur: string[] = [];
for (const l of readFileSync('/tmp/def/map.txt','utf8').split('\n')) { if (l.startsWith('# ')) { cur = []; files.set(l.slice(2), cur); } else if (l) cur.push(l.split(' ')[1] ?? ''); }
const clean = { stated: await runJob({ ids: [], profile: 'stated' }), contract: await runJob({ ids: [], profile: 'contract' }) };
console.log('clean', clean.stated.verdict, clean.contract.verdict);
let n = 0, ok = 0;
for (const [file, bases] of files) {
  if (/^variants|degenerate/.test(file)) continue;
  const rows = defects.filter(({ id, allow }) => bases.includes(id.replace(/\[.*$/, '')) && !allow.includes('webhooks'));
  const pick = [0, Math.floor(rows.length / 2), rows.length - 1].map((i) => rows[i]).filter((r, i, a) => r && a.indexOf(r) === i);
  for (const row of pick) {
    if (!row) continue;
    const profile = row.basis === 'chosen' ? 'contract' : 'stated';
    const bitten = await runJob({ ids: [row.id], profile });
    const verdict = judge(row, { bitten }, clean[profile]);
    n += 1; if (verdict.by !== null) ok += 1; else console.log('SURVIVES', file, row.id);
  }
}
console.log(`${ok} of ${n} caught`);
