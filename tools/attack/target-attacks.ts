// Lists hostile targets of the suite: a conforming platform with some of its replies replaced by the attack.
import { memory } from './target/memory.ts';
import { outputs } from './target/outputs.ts';
import { pace } from './target/pace.ts';
import { protocol } from './target/protocol.ts';
import type { TargetAttack } from './target/target-attack.ts';
import { values } from './target/values.ts';

export const targetAttacks: readonly TargetAttack[] = [
  ...memory,
  ...values,
  ...pace,
  ...protocol,
  ...outputs,
];
