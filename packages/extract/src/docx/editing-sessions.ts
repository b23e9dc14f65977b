import { type SessionCounts, wordStarts } from '../extraction/editing-history.ts'
import type { SessionStretch } from '../extraction/extraction.ts'

/** Fewer words than this share with a session say nothing about the others. */
const minKnownShare = 0.5
/** More stretches than this are merged: nobody could tell them apart in a plot. */
const maxStretches = 150

/** Text of a paragraph from `from` on arrived in the session `id`; null if the file names none. */
export interface SessionMark {
  from: number
  id: string | null
}

/**
 * Word stamps each run of text with a number of the editing session in which it arrived ("revision save ID").
 * Zero is no session: Google Docs writes it everywhere.
 */
export function sessionId(value: string | null): string | null {
  return value !== null && /^[0-9a-f]{8}$/i.test(value) && !/^0{8}$/.test(value) ? value.toUpperCase() : null
}

/** Counts the words that arrived in each editing session. */
export class EditingSessions {
  /** Session numbers by id, in the order in which the text names them; 0 is no session. */
  readonly #numbers = new Map<string, number>()
  readonly #wordsOf = [0]
  /** Number and words of each stretch. */
  readonly #numberAt: number[] = []
  readonly #wordsAt: number[] = []
  #words = 0

  /** Adds a paragraph; the marks are in order. */
  add(text: string, marks: readonly SessionMark[]): void {
    let next = 0
    let number = 0
    for (const start of wordStarts(text)) {
      for (let mark = marks[next]; mark !== undefined && mark.from <= start; mark = marks[next]) {
        number = this.#numberOf(mark.id)
        next++
      }
      this.#count(number)
    }
  }

  get words(): number {
    return this.#words
  }

  /** `recorded` is the number of sessions that the file lists. */
  counts(recorded: number): SessionCounts {
    const known = this.#words - (this.#wordsOf[0] ?? 0)
    if (known === 0 || known < this.#words * minKnownShare)
      return { sessions: null, recorded: null, largest: null, stretches: [] }
    const bySize = this.#wordsOf
      .map((words, number) => ({ words, number }))
      .filter(({ words, number }) => number > 0 && words > 0)
      .sort((one, other) => other.words - one.words || one.number - other.number)
    const rank = new Map(bySize.map(({ number }, nth) => [number, nth + 1]))
    return {
      sessions: bySize.length,
      recorded: recorded > bySize.length ? recorded : null,
      largest: bySize[0]?.words ?? 0,
      stretches: merged(
        this.#numberAt.map((number, nth) => ({
          session: rank.get(number) ?? 0,
          words: this.#wordsAt[nth] ?? 0,
        })),
        this.#words,
      ),
    }
  }

  #numberOf(id: string | null): number {
    if (id === null) return 0
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const number = this.#wordsOf.push(0) - 1
    this.#numbers.set(id, number)
    return number
  }

  #count(number: number): void {
    this.#words++
    this.#wordsOf[number] = (this.#wordsOf[number] ?? 0) + 1
    const last = this.#numberAt.length - 1
    if (this.#numberAt[last] === number) this.#wordsAt[last] = (this.#wordsAt[last] ?? 0) + 1
    else {
      this.#numberAt.push(number)
      this.#wordsAt.push(1)
    }
  }
}

/**
 * Stretches few enough to plot: of too many, equal shares of the text, each with the session that most of its
 * words arrived in.
 */
function merged(stretches: SessionStretch[], words: number): SessionStretch[] {
  if (stretches.length <= maxStretches) return stretches
  const size = Math.ceil(words / maxStretches)
  const shares: SessionStretch[] = []
  let inShare = new Map<number, number>()
  let filled = 0
  const close = () => {
    const [session] = [...inShare].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])
    const last = shares.at(-1)
    if (last?.session === session) last.words += filled
    else shares.push({ session, words: filled })
    inShare = new Map()
    filled = 0
  }
  for (const stretch of stretches) {
    for (let left = stretch.words; left > 0; ) {
      const taken = Math.min(left, size - filled)
      inShare.set(stretch.session, (inShare.get(stretch.session) ?? 0) + taken)
      filled += taken
      left -= taken
      if (filled === size) close()
    }
  }
  if (filled > 0) close()
  return shares
}
