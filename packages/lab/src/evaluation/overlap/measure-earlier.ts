import {
  compareWithOthers,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  type OtherTexts,
} from '@penmark/detector/earlier-texts'
import { Progress } from '../../progress.ts'
import { randomStream, shuffle } from '../../sampling.ts'
import { type Change, changes, copyInto } from './measure-overlap.ts'

/**
 * Texts with a planted passage of another text of the archive: whether that text is found, and how much of
 * what was copied.
 */
export interface PlantedFigure {
  change: string
  words: number
  texts: number
  found: number
  /** Texts that are found with words enough for a card. */
  found_from_40: number
}

/** Texts as they are, looked up among all others. */
export interface UnplantedFigure {
  texts: number
  pairs: number
  found: number
  found_from_40: number
}

export interface EarlierFigures {
  archive: number
  planted: PlantedFigure[]
  unplanted: UnplantedFigure
}

const planted = { texts: 60, words: [30, 50, 100, 250] } as const
const unplanted = 500
const alike = 24
const documentsPerHash = 50
const telling = 40

/** The fingerprints of an archive in memory. It ranks like the server's query. */
class Archive {
  private readonly texts: readonly string[]
  private readonly documents = new Map<number, number[]>()

  constructor(texts: readonly string[]) {
    this.texts = texts
    texts.forEach((text, document) => {
      for (const hash of fingerprintsToKeep(text)) {
        const known = this.documents.get(hash)
        if (known === undefined) this.documents.set(hash, [document])
        else known.push(document)
      }
    })
  }

  /** What a text shares with others, except with the one that it is itself. */
  compare(text: string, own: number): { document: number; words: number }[] {
    const weights = new Map<number, number>()
    for (const hash of fingerprintsToLookUp(text)) {
      const newest = (this.documents.get(hash) ?? []).slice(-documentsPerHash)
      for (const document of newest) weights.set(document, (weights.get(document) ?? 0) + 1 / newest.length)
    }
    const others = [...weights]
      .filter(([document]) => document !== own)
      .toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, alike)
      .map(([document]) => document)
    const { found } = complete(
      compareWithOthers(
        { text },
        others.map((document) => ({ text: this.texts[document] as string })),
      ),
    )
    return found.map(({ other, words }) => ({ document: others[other] as number, words }))
  }
}

function complete(steps: Generator<void, OtherTexts>): OtherTexts {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

function measurePlanted(
  archive: Archive,
  texts: readonly string[],
  words: number,
  change: Change,
  seed: number,
): PlantedFigure {
  const random = randomStream(seed + words)
  const figure = { change: change.name, words, texts: 0, found: 0, found_from_40: 0 }
  for (let host = 0; host + 1 < texts.length && figure.texts < planted.texts; host += 2) {
    const copied = copyInto(texts[host + 1] as string, texts[host] as string, words, change, random)
    if (copied === null) continue
    const match = archive.compare(copied.copier, host).find(({ document }) => document === host + 1)
    figure.texts += 1
    figure.found += match === undefined ? 0 : 1
    figure.found_from_40 += match !== undefined && match.words >= telling ? 1 : 0
  }
  return figure
}

/**
 * Measures what is found of passages copied from one of many texts, and what is found where nothing was
 * copied.
 */
export function measureEarlier(texts: readonly string[], seed: number): EarlierFigures {
  const shuffled = shuffle([...texts], randomStream(seed))
  const archive = new Archive(shuffled)
  const progress = new Progress('plant and look up', changes.length * planted.words.length)
  let done = 0
  const figures = planted.words.flatMap((words) =>
    changes.map((change) => {
      done += 1
      progress.at(done)
      return measurePlanted(archive, shuffled, words, change, seed)
    }),
  )
  progress.end(`${shuffled.length} texts`)
  const untouched: UnplantedFigure = {
    texts: unplanted,
    pairs: unplanted * (shuffled.length - 1),
    found: 0,
    found_from_40: 0,
  }
  for (let own = 0; own < unplanted; own += 1) {
    const matches = archive.compare(shuffled[own] as string, own)
    untouched.found += matches.length
    untouched.found_from_40 += matches.filter(({ words }) => words >= telling).length
  }
  return { archive: shuffled.length, planted: figures, unplanted: untouched }
}
