import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createDetector } from '../detector.ts'
import { tokenFacts } from '../features/token-facts.ts'
import { tokens } from '../text/reading.ts'
import { readModel } from './format.ts'
import { retellingOffset, retellingShares } from './retellings.ts'

const retelling = `The chair opened the meeting and presented the budget for the coming year. The designer described two covers for the
magazine and explained what each of them would cost. The treasurer objected that the printer had raised its prices twice, and the group
discussed whether fewer pages would help. It was agreed that the editor would ask two other printers and report the answers in May. The
secretary then read the letters that readers had sent. The group decided to print three of them, and the meeting closed at noon.`
const essay = `Schools should start later in the morning, because most teenagers do not sleep enough. Research shows that the body clock
of a teenager runs about two hours behind that of an adult, so a lesson at eight is too early for learning. Students who are tired
remember less, and they are more likely to have accidents on their way to school. For these reasons the benefits of a later start are
greater than its costs, and older students can get ready by themselves while buses are planned differently.`
const diary = retelling
  .replaceAll('The chair', 'I')
  .replaceAll('The designer', 'We')
  .replaceAll('The group', 'We')
const rule = { words: 249, past_tense: 0.06, pronouns: 0.01, by: 0.7 }
const offsetOf = (text: string, words = 100): number =>
  retellingOffset(rule, { facts: tokenFacts(tokens(text)) }, words)

describe('a short retelling of what others did', () => {
  test('is told by verbs in the past, and by nobody who says "I", "we" or "you"', () => {
    expect(offsetOf(retelling)).toBe(0.7)
    expect(offsetOf(essay)).toBe(0)
    expect(offsetOf(diary)).toBe(0)
  })

  test('is no longer short beyond the words of the rule, and is like any text in a model without one', () => {
    expect([249, 250].map((words) => offsetOf(retelling, words))).toEqual([0.7, 0])
    expect(retellingOffset(null, { facts: tokenFacts(tokens(retelling)) }, 100)).toBe(0)
  })

  test('is measured in shares of words, so a text without words is none', () => {
    expect(retellingShares(tokenFacts(tokens('We walked home.')))).toEqual({
      pastTense: 1 / 3,
      pronouns: 1 / 3,
    })
    expect(retellingShares(tokenFacts([]))).toEqual({ pastTense: 0, pronouns: 0 })
    expect(offsetOf('')).toBe(0)
  })
})

test('a detector lowers the score of a short retelling alone', async () => {
  const model = readModel(readFileSync(new URL('../../../../models/open.penmark', import.meta.url)))
  const [without, strict] = [null, { ...rule, by: 5 }].map((retellings) =>
    createDetector({ ...model, retellings, creative: null }),
  )
  const scores = (text: string) =>
    Promise.all([without, strict].map(async (one) => (await one?.score(text))?.score ?? null))
  const [retellingAsOthers, retellingLowered] = await scores(retelling)
  expect(retellingAsOthers).toBeGreaterThan(retellingLowered as number)
  const [essayAsOthers, essayUnchanged] = await scores(essay)
  expect(essayUnchanged).toBe(essayAsOthers)
})
