import { readdirSync } from 'node:fs'
import { paragraphsOfText, referenceFacts } from '@penmark/extract'
import { readCorpus } from '../corpora/read.ts'

export interface FalseAlarms {
  sources: number
  texts: number
  /** Texts with a list, found by the heading or at the end; each was read to see whether it has one. */
  withList: number
  /** Texts in which anything was said beyond that there is a list. */
  withFacts: number
  bySource: Record<string, { texts: number; withList: number; withFacts: number }>
}

/** What the reference checks say of collected texts, hardly any of which has a reference list. */
export function measureFalseAlarms(folder: string, year: number, show?: (source: string, text: string) => void): FalseAlarms {
  const found: FalseAlarms = { sources: 0, texts: 0, withList: 0, withFacts: 0, bySource: {} }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))) {
    const source = file.slice(0, -'.jsonl.gz'.length)
    const counts = { texts: 0, withList: 0, withFacts: 0 }
    for (const { text } of readCorpus(folder, source).texts) {
      const facts = referenceFacts(paragraphsOfText(text ?? '').join('\n\n'), year)
      counts.texts++
      if (facts.length > 0) counts.withList++
      if (facts.length > 1) counts.withFacts++
      if (facts.length > 0) show?.(source, text)
    }
    found.sources++
    found.texts += counts.texts
    found.withList += counts.withList
    found.withFacts += counts.withFacts
    if (counts.withList > 0) found.bySource[source] = counts
  }
  return found
}
