import { fewestKnown, mostKnown } from '@penmark/detector/authorship'
import { grouped } from '../grouped.ts'
import { randomStream, shuffle } from '../random.ts'
import type { Part, WrittenText } from './writers.ts'

/** Who wrote the text that is compared: the writer of the known texts (in the same or another genre), another, or a machine. */
export type TrialKind = 'same' | 'same-other-genre' | 'other' | 'machine'

export interface Trial {
  kind: TrialKind
  known: WrittenText[]
  text: WrittenText
  source: string
  writer: string
  part: Part
}

const textsOfAWriter = 6

/** Up to six texts of every writer with at least four, each against three to eight others of the same writer. */
export function makeTrials(writers: ReadonlyMap<string, WrittenText[]>, machine: readonly WrittenText[], seed: number): Trial[] {
  const random = randomStream(seed)
  const pick = (from: readonly WrittenText[]) => from[Math.floor(random() * from.length)]
  const peers = grouped([...writers.values()].flat(), ({ source, part }) => `${source} ${part}`)
  const machineOf = grouped(machine, ({ part }) => part)
  const trials: Trial[] = []
  for (const [writer, own] of writers) {
    if (own.length <= fewestKnown) continue
    for (const text of shuffle([...own], random).slice(0, textsOfAWriter)) {
      const { source, part } = text
      const rest = shuffle(
        own.filter((one) => one !== text),
        random,
      )
      const count = fewestKnown + Math.floor(random() * (mostKnown - fewestKnown + 1))
      const known = rest.slice(0, count)
      const add = (kind: TrialKind, compared: WrittenText | undefined, from = known) => {
        if (compared) trials.push({ kind, known: from, text: compared, source, writer, part })
      }
      add('same', text)
      const otherGenre = rest.filter(({ genre }) => genre !== text.genre)
      if (otherGenre.length >= fewestKnown) add('same-other-genre', text, otherGenre.slice(0, count))
      add('other', pick((peers.get(`${source} ${part}`) ?? []).filter((one) => one.writer !== writer)))
      add('machine', pick(machineOf.get(part) ?? []))
    }
  }
  return trials
}
