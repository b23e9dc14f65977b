import type { Item } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { studentKinds } from '../corpora/sources.ts'
import {
  type HalfPlace,
  inOrder,
  type LabelledSplice,
  labelledSplice,
  sentencesOf,
} from '../corpora/splices.ts'
import { wordsOf } from './boundaries.ts'

const byMachine: Readonly<Record<HalfPlace, readonly boolean[]>> = {
  beginning: [true, true, true, false, false, false],
  middle: [false, false, true, true, true, false],
  end: [false, false, false, true, true, true],
  'every second paragraph': [false, true, false, true, false, true],
}
const paragraphsEach = 3
/** An essay has about 500 words. */
const paragraphWords = 85

/** The first paragraphs of whole sentences with about as many words each; null if the text is too short. */
function paragraphsOf(text: string): string[] | null {
  const paragraphs: string[] = []
  let current = ''
  for (const sentence of sentencesOf(text)) {
    current += sentence
    if (wordsOf(current) < paragraphWords) continue
    paragraphs.push(`${current.trim()}\n\n`)
    current = ''
    if (paragraphs.length === paragraphsEach) return paragraphs
  }
  return null
}

/** Up to `count` essays of which dated students and machines wrote three paragraphs each. */
export function makeHalves(
  people: readonly Item[],
  machines: readonly Item[],
  { place, count, seed }: { place: HalfPlace; count: number; seed: number },
): LabelledSplice[] {
  const partsOf = (items: readonly Item[]): string[][] =>
    inOrder(items, seed).flatMap(({ text }) => {
      const paragraphs = paragraphsOf(text)
      return paragraphs === null ? [] : [paragraphs]
    })
  const hosts = partsOf(
    people.filter((item) => item.label === 'human' && studentKinds.has(item.source.kind) && isDated(item)),
  )
  if (hosts.length === 0) return []
  return partsOf(machines)
    .slice(0, count)
    .map((machine, i) => {
      const [own, other] = [[...(hosts[i % hosts.length] as string[])], [...machine]]
      const parts = byMachine[place].map((ai) => ({ text: (ai ? other : own).shift() as string, ai }))
      return labelledSplice(place, wordsOf(machine.join('')), parts)
    })
}
