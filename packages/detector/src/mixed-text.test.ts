import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createDetector } from './detector.ts'
import { readModel } from './model/format.ts'

const detector = createDetector(
  readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url))),
)
const texts = JSON.parse(readFileSync(new URL('../golden/texts.json', import.meta.url), 'utf8')) as {
  name: string
  text: string
}[]
const textOf = (name: string): string => texts.find((one) => one.name === name)?.text ?? ''

async function sentencesOf(name: string): Promise<string[]> {
  const { results } = await detector.detect(textOf(name))
  return results.flatMap(({ spans }) => spans.map(({ text }) => text.trim()))
}

const machine = await sentencesOf('plain machine essay on technology in education')
const people = [
  'school essay with slips of spelling',
  'learner of English writes about a journey',
  "personal statement about a grandmother's kitchen",
  'undergraduate reflects on a project',
]

describe.each(people)('%s', async (name) => {
  const person = await sentencesOf(name)

  test.each([0.2, 0.5, 0.8, 1])(
    'with a machine passage after %d of it has that passage marked, and at most one sentence around it',
    async (share) => {
      const at = Math.round(share * person.length)
      const { finding, results } = await detector.detect(
        [...person.slice(0, at), ...machine, ...person.slice(at)].join(' '),
      )
      expect(['mixed', 'ai-likely']).toContain(finding)
      const sentences = results.flatMap(({ spans }) => spans)
      const first = sentences.findIndex(({ marked }) => marked)
      const last = sentences.findLastIndex(({ marked }) => marked)
      expect(Math.abs(first - at)).toBeLessThanOrEqual(1)
      expect(Math.abs(last - (at + machine.length - 1))).toBeLessThanOrEqual(1)
    },
  )
})
