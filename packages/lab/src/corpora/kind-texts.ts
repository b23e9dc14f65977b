import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusText, readCorpus } from './read.ts'
import { gatheredSources, type Source, sources } from './sources.ts'

/** A text from which the kind of writing can be learned, or on which it is measured alone. */
export interface KindText extends CorpusText {
  source: Source
  use: 'train' | 'test'
}

/** What the gatherer writes for a repository whose texts no model may learn. */
const onlyMeasured = 'measure only'

const gatheredNames = new Set(gatheredSources.map(({ name }) => name))
export const isGathered = ({ source }: KindText): boolean => gatheredNames.has(source.name)

/**
 * All texts of the lab, and the creative texts by people that `lab gather` wrote into a folder of their own. A
 * third of their repositories is for measuring alone, as test sources are.
 */
export function readKindTexts(folder: string, gathered: string): KindText[] {
  return [
    ...sources.map((source) => ({ source, from: folder })),
    ...gatheredSources
      .filter(({ name }) => existsSync(join(gathered, `${name}.jsonl.gz`)))
      .map((source) => ({ source, from: gathered })),
  ].flatMap(({ source, from }) =>
    readCorpus(from, source.name).texts.map((text) => ({
      ...text,
      source,
      use: source.use === 'test' || text.meta?.use === onlyMeasured ? 'test' : 'train',
    })),
  )
}
