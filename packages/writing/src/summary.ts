import { type FastestStretch, fastestStretchOf } from './fastest-stretch.ts'
import { type CountWords, type History, historyOf, type MarkedChange } from './history.ts'
import { textOf } from './schema.ts'
import type { RecordEntry, StepEntry } from './step.ts'
import { absencesOf, fastestPerMinute, pausesOf, type Receipt, rhythmVariation, sessionsOf } from './times.ts'
import { isSpace, kindCount, kinds } from './tokens.ts'

/** How a text came to be, in the form of the contract. Characters are counted without white space. */
export interface Summary {
  words: number
  characters: number
  sessions: number
  minutes: number
  started_at: string | null
  ended_at: string | null
  typed: number
  pasted: number
  moved: number
  inserted: number
  pastes: { count: number; words: number; largest_words: number; blocked: number }
  insertions: { count: number; words: number; largest_words: number }
  revisions: number
  returns: number
  pauses: number
  large_deletions: number
  deleted_characters: number
  away: { count: number; minutes: number }
  fastest_characters_per_minute: number | null
  fastest_stretch: FastestStretch | null
  rhythm_variation: number | null
}

const minutes = (ms: number) => Math.round(ms / 600) / 100

export function summariseHistory(history: History, countWords: CountWords): Summary {
  const { entries, times, tokens, pastes, insertions, revisions, returns } = history
  const counts = Array.from({ length: kindCount }, () => 0)
  for (let at = 0; at < tokens.units.length; at++)
    if (!isSpace(tokens.units[at]!)) counts[tokens.kinds[at]!]!++
  const typed = counts[kinds.typed]!
  const pasted = counts[kinds.pasted]!
  const moved = counts[kinds.moved]!
  const inserted = counts[kinds.inserted]!
  const characters = typed + pasted + moved + inserted
  const sessions = sessionsOf(entries, times)
  const writingMs = sessions.reduce((sum, { start, end }) => sum + end - start, 0)
  const absences = absencesOf(entries, times)
  const typing: { at: number; count: number }[] = []
  const keys: { at: number; client: string }[] = []
  for (const [nth, entry] of entries.entries()) {
    if (entry.kind !== 'step') continue
    const count = history.typed[nth]!
    const at = times[nth]!
    if (count > 0 && (entry.origin === 'typing' || entry.origin === 'replacement')) typing.push({ at, count })
    if (isKey(entry)) keys.push({ at, client: entry.client })
  }
  const fastest = fastestPerMinute(typing, writingMs)
  const rhythm = rhythmVariation(keys)
  return {
    words: countWords(textOf(history.document)),
    characters,
    sessions: sessions.length,
    minutes: minutes(writingMs),
    started_at: isoTime(sessions[0]?.start),
    ended_at: isoTime(sessions.at(-1)?.end),
    typed,
    pasted,
    moved,
    inserted,
    pastes: {
      ...totalsOf(pastes),
      blocked: entries.filter(({ kind }) => kind === 'blocked-paste').length,
    },
    insertions: totalsOf(insertions),
    revisions,
    returns,
    pauses: pausesOf(entries, times),
    large_deletions: history.deletions.length,
    deleted_characters: Math.max(0, history.insertedCharacters - characters),
    away: {
      count: absences.length,
      minutes: minutes(absences.reduce((sum, { start, end }) => sum + end - start, 0)),
    },
    fastest_characters_per_minute: fastest === null ? null : Math.round(fastest),
    // Google Docs joins keys, and stores them when it can.
    fastest_stretch: history.keys === 'recorded' ? fastestStretchOf(entries, times, history.typed) : null,
    rhythm_variation: rhythm === null ? null : Math.round(rhythm * 100) / 100,
  }
}

function totalsOf(changes: readonly MarkedChange[]): { count: number; words: number; largest_words: number } {
  return {
    count: changes.length,
    words: changes.reduce((sum, { words }) => sum + words, 0),
    largest_words: changes.reduce((most, { words }) => Math.max(most, words), 0),
  }
}

/** Whether an entry inserts a single character, a space included. */
function isKey({ origin, step }: StepEntry): boolean {
  if (origin !== 'typing' || step.from !== step.to) return false
  const { content } = (step.slice ?? {}) as { content?: { text?: string }[] }
  return content?.length === 1 && content[0]?.text?.length === 1
}

const isoTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/**
 * The summary of a record. `receipts` correct its times, and `countWords` counts words as the product does.
 */
export function summarise(
  entries: readonly RecordEntry[],
  receipts: readonly Receipt[],
  countWords: CountWords,
): Summary {
  return summariseHistory(historyOf(entries, receipts, countWords), countWords)
}
