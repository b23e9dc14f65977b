import type { Evidence, ReportSpan } from '@penmark/contract'
import type { Formatters } from './formatters.ts'

/** Phrases shown in each direction. */
const shownPhrases = 5

/** The heaviest phrases of one direction, each once. */
export function heaviestEvidence(
  evidence: readonly Evidence[],
  direction: Evidence['direction'],
): Evidence[] {
  const byPhrase = new Map<string, Evidence>()
  for (const phrase of evidence) if (phrase.direction === direction) byPhrase.set(phrase.phrase, phrase)
  return [...byPhrase.values()].sort((a, b) => b.weight - a.weight).slice(0, shownPhrases)
}

/** How a phrase is described: by how many texts of each kind contain it if counted, else by its weight. */
export function phraseParts({ phrase, direction, weight, counts }: Evidence, format: Formatters) {
  const shown = { phrase, weight: format.fineWeight(direction === 'machine' ? weight : -weight) }
  if (counts === null) return { words: 'explanation.weighed' as const, shown }
  return {
    words: 'explanation.counted' as const,
    shown: {
      ...shown,
      machine: format.count(counts.machine),
      machineOf: format.count(counts.machine_texts),
      human: format.count(counts.human),
      humanOf: format.count(counts.human_texts),
    },
  }
}

/**
 * How many times as common a phrase is in AI texts as in human texts. Half a text is added to both counts, so
 * that a phrase found in no human text gets a finite ratio.
 */
export function timesAsCommon({
  machine,
  machine_texts,
  human,
  human_texts,
}: NonNullable<Evidence['counts']>): number {
  return (machine + 0.5) / (machine_texts + 1) / ((human + 0.5) / (human_texts + 1))
}

/**
 * From this ratio on a phrase is called common in texts of one kind; a lower ratio would suggest more than
 * the counts support.
 */
const minRatio = 3
/** With fewer texts than this a ratio may be an accident. */
const minTexts = 20

/** A phrase that is several times as common in texts of one kind as in those of the other. */
export interface DistinctivePhrase {
  phrase: string
  direction: Evidence['direction']
  /** How many times as common, rounded. */
  times: number
}

/**
 * The phrase described for people; null if it is not lopsided, was not counted, or is common in the other
 * kind.
 */
function distinctivePhrase({ phrase, direction, counts }: Evidence): DistinctivePhrase | null {
  if (counts === null || Math.max(counts.machine, counts.human) < minTexts) return null
  const ratio = timesAsCommon(counts)
  const times = direction === 'machine' ? ratio : 1 / ratio
  return times >= minRatio ? { phrase, direction, times: Math.round(times) } : null
}

/** The heaviest lopsided phrases of one direction, each once. */
export function distinctivePhrases(
  evidence: readonly Evidence[],
  direction: Evidence['direction'],
): DistinctivePhrase[] {
  const lopsided = evidence.filter((phrase) => distinctivePhrase(phrase) !== null)
  return heaviestEvidence(lopsided, direction).flatMap((phrase) => distinctivePhrase(phrase) ?? [])
}

/** A piece of a passage, in order; together they are the whole passage. */
export interface Piece {
  text: string
  /** Set where the piece is a phrase that is common in AI texts. */
  phrase: DistinctivePhrase | null
}

/**
 * Where a phrase is in a sentence. The detector separates words with single blanks; the text may break a line
 * between them.
 */
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

/**
 * The sentences of a passage, split around the heaviest phrases that are common in AI texts, up to `length`
 * characters.
 */
export function piecesOf(sentences: readonly ReportSpan[], length = Number.POSITIVE_INFINITY): Piece[] {
  const distinctive = distinctivePhrases(
    sentences.flatMap(({ evidence }) => evidence ?? []),
    'machine',
  )
  let remaining = length
  return sentences
    .flatMap(({ text }) => piecesOfSentence(text, distinctive))
    .flatMap((piece) => {
      const text = piece.text.slice(0, Math.max(0, remaining))
      remaining -= piece.text.length
      return text === '' ? [] : [{ ...piece, text }]
    })
}
