// node tools/replays.ts [count]: injects defects, replays the first finding of each defect, and counts the replays
// with the same verdict as the run.
import { defects, type Mutant } from '../conformance/defects/index.ts';
import { checksToReplay } from '../src/suite/cli/replay-command.ts';
import { createRandom } from '../src/suite/model/random.ts';
import { runSuiteOn } from './bite/run-mutant.ts';

const wanted = Number(process.argv[2] ?? 30);
const random = createRandom(1, 'replays');
const sample = new Set<Mutant>();
while (sample.size < Math.min(wanted, defects.length)) sample.add(random.pick(defects));

let same = 0;
let asked = 0;
const requests = { whole: 0, replayed: 0 };
for (const { id, inject, allow, basis } of sample) {
  const bite = {
    mutations: [inject],
    allow,
    profile: basis === 'chosen' ? ('contract' as const) : ('stated' as const),
  };
  const report = await runSuiteOn(bite);
  const [finding] = report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  if (!finding) {
    console.log(`${id}: no finding to replay`);
    continue;
  }
  asked += 1;
  const { exactly } = checksToReplay(finding.id, report, 'the report');
  const again = await runSuiteOn(bite, { exactly });
  const verdict = again.results.find((result) => result.id === finding.id)?.verdict;
  requests.whole += report.requests;
  requests.replayed += again.requests;
  if (verdict === finding.verdict) same += 1;
  else
    console.log(`${id}: ${finding.id} was ${finding.verdict} and is ${verdict ?? 'not told'} in the replay`);
}
console.log(`${same} of ${asked} replays came to the same verdict`);
console.log(
  `${Math.round(requests.replayed / asked)} requests a replay, ${Math.round(requests.whole / asked)} a run`,
);
process.exitCode = same === asked ? 0 : 1;
