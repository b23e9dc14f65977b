import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { insightsOf } from '../insights.ts'
import { tokens } from '../text/reading.ts'
import { readModel } from './format.ts'
import { Predictor } from './predict.ts'

const story = `The key was cold, and it would not turn. Mara pushed her shoulder against the door and listened. Somewhere behind
it a clock was ticking, slowly, as if it had all night. "Are you coming or not?" hissed Jonas from the stairs. She did not
answer. She wiped her hands on her coat, tried again, and this time something inside the lock gave way with a sigh. The smell
reached them first: apples, dust, and the sea. Jonas took one step back. "Nobody has been in here for years," he whispered.
But on the table stood a cup, and the tea in it was still steaming. Mara stared at it. Then the clock stopped.`
const essay = `Schools should start later in the morning, because most teenagers do not sleep enough. Research shows that the body clock
of a teenager runs about two hours behind that of an adult, so a lesson at eight is too early for learning. Students who are
tired remember less, and they are more likely to have accidents on their way to school. Some people argue that a later start
would cause problems for parents who have to leave for work. However, older students can get ready by themselves, and buses
can be planned differently. For these reasons I believe that the benefits of a later start are greater than its costs.`

describe.each(['standard', 'open'])('the reader of creative prose in the %s model', (name) => {
  const model = readModel(readFileSync(new URL(`../../../../models/${name}.penmark`, import.meta.url)))
  const predictor = new Predictor(model)
  const { isCreative } = insightsOf(model)
  const prepared = (text: string) => predictor.prepare(tokens(text), null)
  const isCreativeWhole = (text: string) => {
    const whole = prepared(text)
    return isCreative?.(whole, { from: 0, to: whole.facts.size, standsOut: false })
  }

  test('recognises a story, and takes no argument for one', () => {
    expect(isCreativeWhole(story)).toBe(true)
    expect(isCreativeWhole(essay)).toBe(false)
  })

  test('recognises the story within an essay, and the essay around it', () => {
    const around = prepared(`${essay} ${story}`)
    const end = tokens(essay).length
    expect(isCreative?.(around, { from: end, to: around.facts.size, standsOut: true })).toBe(true)
    expect(isCreative?.(around, { from: 0, to: end, standsOut: true })).toBe(false)
  })

  test('is content with less of a story where the text stands out', () => {
    const words = `${essay} ${essay} ${essay}`.split(/\s+/)
    const answers = words.map((_, count) => {
      const text = prepared(`${story} ${words.slice(0, count).join(' ')}`)
      const answer = (standsOut: boolean) =>
        Number(isCreative?.(text, { from: 0, to: text.facts.size, standsOut }))
      return answer(true) - answer(false)
    })
    expect(new Set(answers)).toEqual(new Set([0, 1]))
  })

  test('says the same of a text however often it is asked, and of a text of any length', () => {
    const long = Array.from({ length: 40 }, () => story).join(' ')
    expect([story, essay, long, story].map(isCreativeWhole)).toEqual([true, false, true, true])
    const empty = prepared('')
    expect(isCreative?.(empty, { from: 0, to: 0, standsOut: true })).toBeTypeOf('boolean')
  })
})
