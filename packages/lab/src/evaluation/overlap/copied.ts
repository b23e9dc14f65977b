import { sentencesOf } from '../../splices/splice.ts'

/** What a copier does to a passage. */
export interface Change {
  name: string
  apply(passage: string, random: () => number): string
}

/** Replacements from everyday English, so that chance sequences are as likely as in real texts. */
const replacements =
  'people time thing work great often really small country problem school because money about never place under while house family people reason'.split(
    ' ',
  )

const replaced =
  (share: number) =>
  (passage: string, random: () => number): string =>
    passage
      .split(' ')
      .map((word) => (word !== '' && random() < share ? (replacements[Math.floor(random() * replacements.length)] as string) : word))
      .join(' ')

/** Case, punctuation and quotation marks as another writer or program would type them. */
function retyped(passage: string): string {
  return passage
    .replaceAll(/[,;:"“”]/g, '')
    .replaceAll("'", '’')
    .replaceAll(/(?<=[.!?] )[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[.!?]/g, ' - ')
}

/** The two halves in the other order, a paragraph each. */
function moved(passage: string): string {
  const sentences = sentencesOf(passage)
  const half = Math.ceil(sentences.length / 2)
  return `${sentences.slice(half).join('').trim()}\n\n${sentences.slice(0, half).join('').trim()}`
}

export const changes: readonly Change[] = [
  { name: 'unchanged', apply: (passage) => passage },
  { name: 'case and punctuation changed', apply: retyped },
  { name: 'halves moved', apply: moved },
  { name: '5 % of the words replaced', apply: replaced(0.05) },
  { name: '10 % of the words replaced', apply: replaced(0.1) },
  {
    name: 'halves moved, case and punctuation changed, 10 % of the words replaced',
    apply: (passage, random) => replaced(0.1)(retyped(moved(passage)), random),
  },
  { name: '20 % of the words replaced', apply: replaced(0.2) },
  { name: '30 % of the words replaced', apply: replaced(0.3) },
]

/** The first sentences of a text with at least this many words together; null where it has fewer. */
export function passageOf(text: string, words: number): string | null {
  const taken: string[] = []
  let count = 0
  for (const sentence of sentencesOf(text)) {
    taken.push(sentence)
    count += sentence.trim().split(' ').length
    if (count >= words) return taken.join('').trim()
  }
  return null
}
