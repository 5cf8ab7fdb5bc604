// Sends every example request of the document to the demo world, and prints which of them succeed.
import { parseArgs } from 'node:util';
import { createMock } from '../entry/index.ts';
import { document } from '../src/contract/document.ts';
import { documentedRequests } from './examples/documented-requests.ts';
import { type SentExample, sendExamples } from './examples/send-examples.ts';
import { sendInOneWorld } from './examples/send-in-one-world.ts';
import { inStoryOrder } from './examples/story-order.ts';

const HELP = `Usage: npm run examples [-- options]

Sends every example request of openapi/dist/openapi.json over HTTP to the demo world, each to a copy of its own, as
the persona that the document names. Prints a line for each request, and how many succeed. Exits with status 1 when
one succeeds or fails other than the document says.

  --one-world        sends them one after the other to the same world: reads, creations, updates, actions, endings
  --clock <instant>  the time of the world (default: now); frozen for the reference instant
  --seed <number>    the seed of the world (default: 1)
  --help             prints this text
`;

const { values } = parseArgs({
  options: {
    'one-world': { type: 'boolean' },
    clock: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(HELP);
} else {
  const mock = await createMock({
    limits: 'off',
    clock: values.clock ?? 'now',
    seed: Number(values.seed ?? 1),
    webhooks: 'none',
  });
  const served = await mock.listen();
  const requests = documentedRequests(document());
  const sent = values['one-world']
    ? await sendInOneWorld(mock, served, inStoryOrder(document(), requests))
    : await sendExamples(mock, served, requests);
  await served.close();
  await mock.close();
  for (const one of sent) console.log(lineOf(one));
  console.log(summaryOf(sent));
  if (sent.some((one) => !isAsDocumented(one))) process.exitCode = 1;
}

function isAsDocumented({ status, refusedWith }: SentExample): boolean {
  return refusedWith === null ? status < 300 : status === refusedWith;
}

function lineOf(one: SentExample): string {
  const name = one.example === null ? one.operation : `${one.operation} ${one.example}`;
  const remark = one.refusal === null ? '' : `  ${one.refusal.slice(0, 200)}`;
  return `${isAsDocumented(one) ? ' ' : '!'} ${one.status}  ${name}  as ${one.persona ?? 'nobody'}${remark}`;
}

function summaryOf(sent: readonly SentExample[]): string {
  const succeed = (some: readonly SentExample[]): number => some.filter(({ status }) => status < 300).length;
  const operations = Object.groupBy(sent, ({ operation }) => operation);
  const whole = Object.values(operations).filter((some = []) => succeed(some) === some.length);
  const any = Object.values(operations).filter((some = []) => succeed(some) > 0);
  const bodies = sent.filter(({ example }) => example !== null);
  const posts = Object.values(
    Object.groupBy(
      bodies.filter(({ method }) => method === 'POST'),
      (one) => one.operation,
    ),
  );
  const wholePosts = posts.filter((some = []) => succeed(some) === some.length);
  return [
    `Operations with an example that succeeds: ${any.length} of ${Object.keys(operations).length} (all their examples: ${whole.length})`,
    `Examples of request bodies that succeed:  ${succeed(bodies)} of ${bodies.length}`,
    `POST operations whose body examples all succeed: ${wholePosts.length} of ${posts.length}`,
  ].join('\n');
}
