import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createDetector } from '../detector.ts'
import { tokenFacts } from '../features/token-facts.ts'
import { tokens } from '../text/reading.ts'
import { accountOffset, tellingOf } from './accounts.ts'
import { readModel } from './format.ts'

const account = `The chair opened the meeting and presented the budget for the coming year. The designer described two covers for the
magazine and explained what each of them would cost. The treasurer objected that the printer had raised its prices twice, and the group
discussed whether fewer pages would help. It was agreed that the editor would ask two other printers and report the answers in May. The
secretary then read the letters that readers had sent. The group decided to print three of them, and the meeting closed at noon.`
const essay = `Schools should start later in the morning, because most teenagers do not sleep enough. Research shows that the body clock
of a teenager runs about two hours behind that of an adult, so a lesson at eight is too early for learning. Students who are tired
remember less, and they are more likely to have accidents on their way to school. For these reasons the benefits of a later start are
greater than its costs, and older students can get ready by themselves while buses are planned differently.`
const diary = account
  .replaceAll('The chair', 'I')
  .replaceAll('The designer', 'We')
  .replaceAll('The group', 'We')
const rule = { words: 249, past: 0.06, speakers: 0.01, by: 0.7 }
const offsetOf = (text: string, words = 100): number =>
  accountOffset(rule, { facts: tokenFacts(tokens(text)) }, words)

describe('a short account of what others did', () => {
  test('is told by verbs in the past, and by nobody who says "I", "we" or "you"', () => {
    expect(offsetOf(account)).toBe(0.7)
    expect(offsetOf(essay)).toBe(0)
    expect(offsetOf(diary)).toBe(0)
  })

  test('is no longer short beyond the words of the rule, and is like any text in a model without one', () => {
    expect([249, 250].map((words) => offsetOf(account, words))).toEqual([0.7, 0])
    expect(accountOffset(null, { facts: tokenFacts(tokens(account)) }, 100)).toBe(0)
  })

  test('is measured in shares of words, so a text without words is none', () => {
    expect(tellingOf(tokenFacts(tokens('We walked home.')))).toEqual({ past: 1 / 3, speakers: 1 / 3 })
    expect(tellingOf(tokenFacts([]))).toEqual({ past: 0, speakers: 0 })
    expect(offsetOf('')).toBe(0)
  })
})

test('a detector lowers the score of a short account alone', async () => {
  const model = readModel(readFileSync(new URL('../../../../models/open.penmark', import.meta.url)))
  const [without, strict] = [null, { ...rule, by: 5 }].map((accounts) =>
    createDetector({ ...model, accounts, creative: null }),
  )
  const scores = (text: string) =>
    Promise.all([without, strict].map(async (one) => (await one?.score(text))?.score ?? null))
  const [accountAsOthers, accountLowered] = await scores(account)
  expect(accountAsOthers).toBeGreaterThan(accountLowered as number)
  const [essayAsOthers, essayUnchanged] = await scores(essay)
  expect(essayUnchanged).toBe(essayAsOthers)
})
