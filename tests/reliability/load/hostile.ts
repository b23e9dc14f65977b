import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Installation } from '../parts/installation.ts'
import type { ResultTable } from '../result-table.ts'
import { quantile } from '../scale/latency.ts'
import { cellText } from '../table.ts'
import type { HostileOutcome } from './hostile-teacher.ts'
import { addWebhooks, type Observed, observe, openReceiver, type Waits } from './ordinary-teachers.ts'
import { waitUntilQueueIsEmpty } from './school.ts'
import type { Teacher } from './traffic.ts'

/** The others may wait this many times as long as without the hostile teacher. */
const maxSlowdown = 2

type AttackKind = 'expensive' | 'small'

const kinds: Record<AttackKind, { title: string; attack: string; sends: string }> = {
  expensive: {
    title: 'One hostile teacher among fifty',
    attack: 'one of fifty teachers sends expensive input',
    sends:
      'sends, as fast as it is answered, texts of 200,000 characters of a single class, damaged files, files that unpack to hundreds of megabytes, ' +
      'files of 24 MB, and tests of ten webhooks whose addresses never answer',
  },
  small: {
    title: 'A thousand small uploads at once',
    attack: 'one of fifty teachers uploads a thousand small files at once, again and again',
    sends: 'uploads a thousand files of 1.6 kB at the same moment, and again as soon as all are answered',
  },
}

const names: Record<keyof Waits, string> = {
  calls: 'from a call to its answer',
  results: 'from an upload to its result',
  webhooks: "from a result to the teacher's webhook",
}

/**
 * In a separate process, whose own work delays no measured call, and which makes its texts and files before
 * it starts.
 */
async function startHostile(
  attack: AttackKind,
  origin: string,
  { authorization }: Teacher,
): Promise<() => Promise<HostileOutcome>> {
  const attacker = fork(new URL('hostile-process.ts', import.meta.url), [attack, origin, authorization], {
    execArgv: ['--import', 'tsx'],
  })
  await once(attacker, 'message')
  attacker.send('start')
  return async () => {
    const [outcome, exit] = [once(attacker, 'message'), once(attacker, 'exit')]
    attacker.send('stop')
    const [answer] = (await outcome) as [HostileOutcome]
    await exit
    return answer
  }
}

/** Figures, and what they show that must not be; published all the same. */
export interface Measured {
  table: ResultTable
  failures: string[]
}

/**
 * Forty-nine teachers at ordinary work, alternately without and with a fiftieth who attacks. It fails when
 * the others wait more than twice as long at the 95th percentile, when one of their calls fails, or when one
 * of their documents ends without a result.
 */
export async function measureHostile(
  installation: Installation,
  origin: string,
  [hostile, ...others]: readonly Teacher[],
  { attack, rounds, seconds }: { attack: AttackKind; rounds: number; seconds: number },
): Promise<Measured> {
  if (hostile === undefined) throw new Error('There are no teachers.')
  const receiver = await openReceiver()
  await addWebhooks(origin, others, receiver)
  const quiet: Observed[] = []
  const disturbed: Observed[] = []
  let accepted = 0
  let refused = 0
  let broken = 0
  let hangingCalls = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await observe(installation, origin, others, receiver, { seconds, nth: 2 * round }))
      const stop = await startHostile(attack, origin, hostile)
      disturbed.push(await observe(installation, origin, others, receiver, { seconds, nth: 2 * round + 1 }))
      const outcome = await stop()
      // The next quiet round must not start before this one's work is done.
      await waitUntilQueueIsEmpty(installation.database)
      accepted += outcome.accepted
      refused += outcome.refused
      broken += outcome.broken
      hangingCalls += outcome.hangingCalls
    }
  } finally {
    receiver.close()
  }
  const p95 = (observed: Observed[], name: keyof Waits) =>
    quantile(
      observed.flatMap((each) => each[name]),
      0.95,
    )
  const rows = (Object.keys(names) as (keyof Waits)[]).map(
    (name): [string, number, number, number, number] => {
      const [before, during] = [p95(quiet, name), p95(disturbed, name)]
      return [names[name], disturbed.flatMap((each) => each[name]).length, before, during, during / before]
    },
  )
  const all = [...quiet, ...disturbed]
  const ids = all.flatMap(({ acknowledged }) => acknowledged)
  const { rows: completed } = await installation.database.query(
    "select id from documents where id = any($1::uuid[]) and status = 'COMPLETED'",
    [ids],
  )
  const failed = all.reduce((sum, each) => sum + each.failed, 0)
  const table: ResultTable = {
    title: kinds[attack].title,
    columns: [
      'What the other teachers wait for',
      'n',
      'Quiet p95 (ms)',
      'p95 beside the hostile teacher (ms)',
      'Times',
    ],
    rows,
    note:
      `Forty-nine teachers at eight calls a second, every fifth a pasted text of 300 words; ten of them have a webhook. The hostile teacher ${kinds[attack].sends}, from a process that gets the processor when nothing else wants it, since it stands for another machine: ` +
      `${accepted.toLocaleString('en-GB')} calls were accepted, ${refused.toLocaleString('en-GB')} refused, ${hangingCalls.toLocaleString('en-GB')} calls of webhooks hung, ` +
      `${broken} connections broke. ` +
      `${rounds} rounds of ${seconds} seconds without and with. Of the others' ${ids.length.toLocaleString('en-GB')} uploads ${completed.length.toLocaleString('en-GB')} have a result; ${failed} of their calls failed.`,
  }
  const slowest = Math.max(...rows.map(([, , , , slowdown]) => slowdown))
  table.attacks = [
    {
      promise: 'fairness',
      attack: kinds[attack].attack,
      times: rounds,
      atStake: all.reduce((sum, { calls }) => sum + calls.length, 0),
      unit: 'calls of others',
      lost: failed,
      figure: `others waited at most ${cellText(slowest)} times as long`,
    },
  ]
  const failures = [
    ...rows
      .filter(([, , before, during]) => during > maxSlowdown * before)
      .map(([what, , , , times]) => `Others waited ${times.toFixed(1)} times as long ${what}.`),
    ...(broken > 0 ? [`${broken} connections broke.`] : []),
    ...(failed > 0 ? [`${failed} calls of others failed.`] : []),
    ...(completed.length < ids.length
      ? [`${ids.length - completed.length} uploads of others have no result.`]
      : []),
  ]
  return { table, failures }
}
