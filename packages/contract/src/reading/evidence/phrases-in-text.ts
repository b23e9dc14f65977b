import type { ReportSpan } from '../../report.ts'
import { type DistinctivePhrase, distinctivePhrases } from './evidence.ts'

/** A piece of a passage, in order; together they are the whole passage. */
export interface Piece {
  text: string
  /** Set where the piece is a phrase that is common in AI texts. */
  phrase: DistinctivePhrase | null
}

/** Where a phrase is in a sentence. The detector separates words with single blanks; the text may break a line between them. */
function findPhrase(sentence: string, phrase: string): { from: number; to: number } | null {
  const words = phrase.split(' ').map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'iu').exec(sentence)
  return found ? { from: found.index, to: found.index + found[0].length } : null
}

function piecesOfSentence(text: string, distinctive: readonly DistinctivePhrase[]): Piece[] {
  const places = distinctive
    .flatMap((phrase) => {
      const place = findPhrase(text, phrase.phrase)
      return place ? [{ ...place, phrase }] : []
    })
    .sort((a, b) => a.from - b.from)
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, phrase } of places) {
    if (from < at) continue
    if (from > at) pieces.push({ text: text.slice(at, from), phrase: null })
    pieces.push({ text: text.slice(from, to), phrase })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), phrase: null })
  return pieces
}

/** The sentences of a passage, split around the heaviest phrases that are common in AI texts, up to `length` characters. */
export function piecesOf(sentences: readonly ReportSpan[], length = Number.POSITIVE_INFINITY): Piece[] {
  const distinctive = distinctivePhrases(
    sentences.flatMap(({ evidence }) => evidence ?? []),
    'machine',
  )
  let room = length
  return sentences
    .flatMap(({ text }) => piecesOfSentence(text, distinctive))
    .flatMap((piece) => {
      const text = piece.text.slice(0, Math.max(0, room))
      room -= piece.text.length
      return text === '' ? [] : [{ ...piece, text }]
    })
}
