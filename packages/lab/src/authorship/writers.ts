import {
  fewestKnown,
  fewestWords,
  mostKnown,
  profileOf,
  type WritingProfile,
} from '@penmark/detector/authorship'
import { hashText, normalise } from '@penmark/detector/lab'
import { type CorpusText, readCorpus } from '../corpora/read.ts'
import { grouped, randomStream, shuffle } from '../sampling.ts'

/** Part of the writers: fits means and weights, chooses the threshold, or measures the result. */
type Part = 'fit' | 'tune' | 'held-out'

export interface WrittenText {
  source: string
  writer: string
  part: Part
  genre: string
  profile: WritingProfile
  /** Character 4-grams, which only the methods that were not chosen need. */
  grams: Map<number, number>
}

/** Sources that name their writers. `isOpen`: statistics of its texts may be shipped. */
export const writerSources = [
  { name: 'blog_authorship', isOpen: false },
  { name: 'turing_portfolios', isOpen: false },
  { name: 'dbc_blogs', isOpen: true },
  { name: 'dbc_blogs_unstated', isOpen: false },
  { name: 'seeflex', isOpen: false },
  { name: 'ilcowe', isOpen: true },
  { name: 'argrewrite2', isOpen: true },
] as const

/** Machine texts, none of which is on the topics of the known texts. */
export const machineSources = [
  'gede',
  'faid',
  'daigt-scraps',
  'biscope',
  'hellobench',
  'lechmazur_persuasion',
  'ndhal_gpt_exam',
  'comnets-courses',
] as const
const machineTexts = 150

const isLong = ({ text }: CorpusText) => text.split(/\s+/).length >= fewestWords

const nameOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** An exam of seeflex is named by its writer and task, and belongs to its writer. */
function writerOf({ meta = {} }: CorpusText): string {
  return nameOf(meta.author ?? meta.writer ?? meta.learner) || (nameOf(meta.id).split('_')[0] ?? '')
}

function partOf(writer: string, seed: number): Part {
  const place = (hashText(writer, seed) >>> 0) % 10
  return place < 3 ? 'fit' : place < 6 ? 'tune' : 'held-out'
}

function toWritten(source: string, writer: string, part: Part, text: CorpusText): WrittenText | null {
  const profile = profileOf(text.text)
  if (profile.words < fewestWords) return null
  return { source, writer, part, genre: nameOf(text.meta?.genre), profile, grams: gramCounts(text.text) }
}

const isWritten = (text: WrittenText | null): text is WrittenText => text !== null

/** The texts of every writer, and machine texts; a writer is in one part only. */
export function readWriters(
  folder: string,
  seed: number,
): { writers: Map<string, WrittenText[]>; machine: WrittenText[] } {
  const texts = writerSources.flatMap(({ name }) =>
    readCorpus(folder, name)
      .texts.filter((text) => text.label === 'human' && isLong(text))
      .map((text) => {
        const writer = `${name} ${writerOf(text)}`
        return toWritten(name, writer, partOf(writer, seed), text)
      })
      .filter(isWritten),
  )
  const machine = machineSources.flatMap((name) => {
    const usable = readCorpus(folder, name).texts.filter((text) => text.label === 'ai' && isLong(text))
    return shuffle(usable, randomStream(seed))
      .slice(0, machineTexts)
      .map((text) => toWritten(name, 'machine', partOf(text.text.slice(0, 200), seed), text))
      .filter(isWritten)
  })
  return { writers: grouped(texts, ({ writer }) => writer), machine }
}

const size = 4

/** How often every sequence of four characters occurs, per character; digits count as one. */
function gramCounts(text: string): Map<number, number> {
  const plain = normalise(text).text.replace(/\d/g, '0').replace(/\s+/g, ' ')
  const counts = new Map<number, number>()
  for (let i = 0; i + size <= plain.length; i++) {
    const gram = hashText(plain.slice(i, i + size), 4)
    counts.set(gram, (counts.get(gram) ?? 0) + 1 / plain.length)
  }
  return counts
}

/** The sequences that most texts contain. */
export function commonGrams(
  texts: readonly { grams: ReadonlyMap<number, number> }[],
  count: number,
): number[] {
  const containing = new Map<number, number>()
  for (const { grams } of texts)
    for (const gram of grams.keys()) containing.set(gram, (containing.get(gram) ?? 0) + 1)
  return [...containing]
    .sort(([gramA, a], [gramB, b]) => b - a || gramA - gramB)
    .slice(0, count)
    .map(([gram]) => gram)
}

/**
 * Who wrote the text that is compared: the writer of the known texts (in the same or another genre), another,
 * or a machine.
 */
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

/**
 * Up to six texts of every writer with at least four, each against three to eight others of the same writer.
 */
export function makeTrials(
  writers: ReadonlyMap<string, WrittenText[]>,
  machine: readonly WrittenText[],
  seed: number,
): Trial[] {
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
