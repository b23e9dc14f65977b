import { compareTexts } from '../../packages/detector/src/overlap/index.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const runs = 5
const passageWords = 100

/** A text of the essay's words in an order of its own, in which every fifth text has a passage of the one before. */
function classText(words: number, nth: number): string {
  const pool = textOf(words, nth).split(' ')
  let state = nth + 1
  const own = pool.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return pool[state % pool.length] as string
  })
  if (nth % 5 === 4)
    own.splice(
      300,
      passageWords,
      ...classText(words, nth - 1)
        .split(' ')
        .slice(50, 50 + passageWords),
    )
  return own.join(' ')
}

/** The comparison of a class, in processor time of one core. */
export function measureOverlap(): Figure[] {
  const measure = (texts: number): number => {
    const all = Array.from({ length: texts }, (_, nth) => classText(800, nth))
    const before = process.cpuUsage()
    for (const _ of compareTexts(all));
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const times = (texts: number) => Array.from({ length: runs }, () => measure(texts))
  return [
    { name: 'compare 300 texts of 800 words, processor time', value: median(times(300)), unit: 's', n: runs, target: 5, better: 'lower' },
    {
      name: 'compare 3,000 texts of 800 words, processor time',
      value: median(times(3_000)),
      unit: 's',
      n: runs,
      target: 50,
      better: 'lower',
    },
  ]
}
