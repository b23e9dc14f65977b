import { textSteps } from '../../tests/complexity/steps.ts'
import { textClasses } from '../../tests/complexity/texts.ts'
import type { Figure } from '../figure.ts'
import { growthOf, largestGrowth } from '../growth.ts'

/** In how many cases a step of the product takes out of proportion longer for a longer text; names each. */
export async function measureGrowth(announce: (what: string) => void): Promise<Figure[]> {
  const kinds = Object.entries(textClasses)
  let slow = 0
  for (const { name, characters, prepare } of textSteps) {
    for (const [kind, textOf] of kinds) {
      const growth = await growthOf((size) => prepare(textOf(size)), characters / 10)
      if (growth <= largestGrowth) continue
      slow += 1
      announce(`${name} takes ${growth.toFixed(0)} times as long for ten times as much ${kind}`)
    }
  }
  return [
    {
      name: `steps that take over ${largestGrowth} times as long for ten times the text`,
      value: slow,
      unit: 'steps',
      n: textSteps.length * kinds.length,
      target: 0,
      better: 'lower',
    },
  ]
}
