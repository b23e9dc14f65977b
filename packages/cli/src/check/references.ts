import type { ExtractedFact } from '@penmark/extract'
import { factCount, factName, factWords } from '@penmark/wording/fact-words'
import { wordsOf } from './report-words.ts'

/** What the report says of the references, by kind: what was found, what it means and what else explains it. */
export function referenceNotes(references: readonly ExtractedFact[]): string[] {
  return [...new Set(references.map(({ kind }) => kind))].flatMap((kind) => [
    `${wordsOf(factWords(kind, true).title, {})}:`,
    ...references.filter((fact) => fact.kind === kind).map((fact) => `  ${foundWords(fact)}`),
    `  ${wordsOf(factWords(kind, true).text, {})}`,
    `  ${wordsOf('facts.harmless', {})} ${wordsOf(`fact.${kind}.harmless`, {})}`,
  ])
}

function foundWords({ kind, name, value, count }: ExtractedFact): string {
  const known = name === null ? null : factName(name)
  return [
    ...(name === null ? [] : [known === null ? name : wordsOf(known, {})]),
    ...(value === null ? [] : [printable(value)]),
    ...(count === null ? [] : [wordsOf(factCount(kind), { count, shown: count.toLocaleString('en-GB') })]),
  ].join(' · ')
}

/** An entry can contain anything; control characters that move the cursor are not printed. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�')
}
