import { entryCount, recordSteps, records } from '../../tests/complexity/records.ts'
import { textSteps } from '../../tests/complexity/steps.ts'
import { textClasses } from '../../tests/complexity/texts.ts'
import type { Figure } from '../figure.ts'
import { growthOf, largestGrowth } from '../growth.ts'

/**
 * In how many cases a step of the product takes out of proportion longer for a longer text or record; names
 * each.
 */
export async function measureGrowth(announce: (what: string) => void): Promise<Figure[]> {
  let [measured, slow] = [0, 0]
  const measure = async (
    name: string,
    kind: string,
    runOf: (size: number) => Promise<() => unknown>,
    size: number,
  ) => {
    const growth = await growthOf(runOf, size)
    measured += 1
    if (growth <= largestGrowth) return
    slow += 1
    announce(`${name} takes ${growth.toFixed(0)} times as long for ten times as much: ${kind}`)
  }
  for (const { name, characters, prepare } of textSteps)
    for (const [kind, textOf] of Object.entries(textClasses))
      await measure(name, kind, (size) => prepare(textOf(size)), characters / 10)
  for (const [name, run] of recordSteps)
    for (const [kind, recordOf] of records) {
      const runOf = async (size: number) => {
        const entries = recordOf(size)
        return () => run(entries)
      }
      await measure(name, kind, runOf, entryCount / 10)
    }
  return [
    {
      name: `steps that take over ${largestGrowth} times as long for ten times the text`,
      value: slow,
      unit: 'steps',
      n: measured,
      target: 0,
      better: 'lower',
    },
  ]
}
