import { Typist } from '../../apps/server/src/testing/writing-room.ts'
import { type RecordEntry, Replay, timelineOf } from '../../packages/writing/src/index.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const steps = 10_000
const keysPerParagraph = 500
const runs = 5
const jumps = 200

/** An essay of several pages: every seventh key is taken back and typed again, and a paragraph is pasted now and then. */
function essay(): RecordEntry[] {
  const typist = new Typist()
  const characters = Array.from(textOf(2_000, 0).replaceAll('\n', ' '))
  const entries: RecordEntry[] = []
  const split = { content: [{ type: 'paragraph' }, { type: 'paragraph' }], openStart: 1, openEnd: 1 }
  let end = 1
  for (let nth = 0; entries.length < steps; nth++) {
    entries.push(typist.insert(characters[nth % characters.length] ?? ' ', end))
    end += 1
    if (nth % 7 === 6) entries.push(typist.remove(end - 1, end), typist.insert('e', end - 1))
    if (nth % keysPerParagraph !== keysPerParagraph - 1) continue
    const pasted = textOf(30, nth)
    entries.push(typist.step({ stepType: 'replace', from: end, to: end, slice: split }), typist.insert(pasted, end + 2, 'paste'))
    end += 2 + pasted.length
  }
  return entries.slice(0, steps)
}

function timed<T>(run: () => T): { result: T; ms: number } {
  const start = performance.now()
  const result = run()
  return { result, ms: performance.now() - start }
}

const countWords = (text: string) => text.split(/\s+/).length

/** How long a teacher's browser works to open a long record and to jump in it, measured in Node on the same code. */
export function measureReplay(): Figure[] {
  const entries = essay()
  const open = () => {
    const replay = new Replay(entries, [], countWords)
    return { replay, timeline: timelineOf(replay.history) }
  }
  const opened = Array.from({ length: runs }, () => timed(open))
  const { replay } = opened[0]!.result
  const sought = Array.from({ length: jumps }, (_, nth) => timed(() => replay.at((nth * 7_919) % steps)).ms)
  return [
    {
      name: 'replay of a record of 10,000 steps, opened',
      value: median(opened.map(({ ms }) => ms)),
      unit: 'ms',
      n: runs,
      target: 1_000,
      better: 'lower',
    },
    {
      name: 'replay of a record of 10,000 steps, jump to any moment',
      value: median(sought),
      unit: 'ms',
      n: jumps,
      target: 50,
      better: 'lower',
    },
  ]
}
