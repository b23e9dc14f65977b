import type { EditingHistory, ExtractedFact } from './extraction.ts'
import { cleanParagraph } from './paragraph.ts'

/** The same rule that the report counts words by. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu

/** Where each word of a text begins. */
export function wordStarts(text: string): number[] {
  return Array.from(text.matchAll(word), ({ index }) => index)
}

/** Longer editing times and save counts are damage, not history. */
const maxMinutes = 10 * 365 * 24 * 60
const maxSaves = 1_000_000
/** A save and what precedes it take some seconds: with more in each minute, the time was never counted. */
const maxSavesPerMinute = 3
/** Templates that every new document starts from. */
const ordinaryTemplate = /^(?:normal(?:\.dotm?|\.dotx)?|)$/i
const maxValueLength = 200

/** The properties of a file that tell of its history, as they are written there. */
export interface HistoryProperties {
  minutes: string | undefined
  saves: string | undefined
  template: string | undefined
  producer: string | undefined
}

export type SessionCounts = Pick<EditingHistory, 'sessions' | 'recorded' | 'largest' | 'stretches'>

const withoutSessions: SessionCounts = { sessions: null, recorded: null, largest: null, stretches: [] }

/**
 * Facts on how a Word file was written. A file that records nothing yields none. `counts` is null for formats
 * that know no sessions; where the format does and a file has none, no word processor counted its minutes and
 * saves: converters copy them from a template.
 */
export function historyFacts(
  words: number,
  properties: HistoryProperties,
  counts: SessionCounts | null,
): ExtractedFact[] {
  const isCounted = counts === null || counts.sessions !== null
  // Programs other than Word write a zero where they do not measure.
  const min = properties.producer?.startsWith('Microsoft') ? 0 : 1
  const minutes = isCounted ? wholeNumber(properties.minutes, min, maxMinutes) : null
  const saves = isCounted ? wholeNumber(properties.saves, 1, maxSaves) : null
  const atLeast = Math.max(saves ?? 0, counts?.sessions ?? 0)
  const history = {
    words,
    // Minutes are rounded down.
    minutes: minutes !== null && atLeast > (minutes + 1) * maxSavesPerMinute ? null : minutes,
    saves,
    ...(counts ?? withoutSessions),
  }
  const isRecorded =
    words > 0 && (history.minutes !== null || history.saves !== null || history.sessions !== null)
  const template = cleanParagraph(properties.template ?? '').slice(0, maxValueLength)
  return [
    ...(isRecorded
      ? [{ kind: 'editing-history' as const, name: 'summary', value: null, count: null, history }]
      : []),
    ...(ordinaryTemplate.test(template)
      ? []
      : [{ kind: 'editing-history' as const, name: 'template', value: template, count: null }]),
  ]
}

function wholeNumber(value: string | undefined, min: number, max: number): number | null {
  const text = cleanParagraph((value ?? '').slice(0, 20))
  const found = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return found >= min && found <= max ? found : null
}
