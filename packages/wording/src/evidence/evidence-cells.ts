import type { EarlierOverlap, PlainFact, WritingSubmissionView } from '@penmark/contract'
import { type EarlierWriting, knownTexts } from '@penmark/contract'
import { type HistoryPart, shortHistoryParts } from './editing-history.ts'
import { isFound, type NotableKey, notableFacts } from './fact-words.ts'

/** What a cell of the row of evidence is worth: a look, knowing, or one quiet line. */
export type EvidenceTone = 'notable' | 'known' | 'quiet'

/** One cell: what is known from one source. */
export interface EvidenceCell {
  tone: EvidenceTone
  text: string
  /** What else is known, which is no reason to look. */
  beside?: string
}

type CellKey =
  | HistoryPart['key']
  | NotableKey
  | 'alert.title'
  | 'facts.none'
  | 'facts.quote'
  | 'evidence.author'
  | 'evidence.shares'
  | 'evidence.sharesMost'
  | 'evidence.sharesNone'
  | 'evidence.inMany'
  | 'evidence.ownWork'
  | 'evidence.inSource'
  | 'evidence.moreSources'
  | 'evidence.inSchool'
  | 'evidence.aboutInSchool'
  | 'evidence.moreInSchool'
  | `evidence.earlier.${'differs' | 'no-difference' | 'too-few' | 'too-short'}`

/** Sentences and figures in the reader's language. */
export interface EvidenceTexts {
  text(key: CellKey, values: Record<string, string | number>): string
  count(value: number): string
  share(value: number): string
}

/** Longer finds are quoted by their beginning. */
const quotedCharacters = 90

/** What is hidden in a file, or was left in it, is shown as it stands there. */
const quotedKinds: ReadonlySet<PlainFact['kind']> = new Set(['hidden-text', 'prompt-echo'])

function quoteOf(facts: readonly PlainFact[], texts: EvidenceTexts): string[] {
  const found = facts
    .find(({ kind, severity, value }) => severity === 'notable' && value !== null && quotedKinds.has(kind))
    ?.value?.trim()
  if (!found) return []
  const quoted =
    found.length > quotedCharacters ? `${found.slice(0, quotedCharacters).trimEnd().toWellFormed()}…` : found
  return [texts.text('facts.quote', { text: quoted })]
}

/** How long and how often a file was edited; null where it does not say. */
function editingOf(facts: readonly PlainFact[], texts: EvidenceTexts): string | null {
  const history = facts.filter(isFound).find((fact) => fact.history)?.history
  const parts = history ? shortHistoryParts(history) : []
  if (parts.length === 0) return null
  return `${parts.map(({ key, count }) => texts.text(key, { count, shown: texts.count(count) })).join(', ')}.`
}

/**
 * Whom the file names as its author; null if nobody. For the screen alone: a student reads what is printed, and
 * the name can be another student's.
 */
export function authorSentence(
  facts: readonly PlainFact[],
  texts: Pick<EvidenceTexts, 'text'>,
): string | null {
  const name = facts.find((fact) => fact.kind === 'metadata' && fact.name === 'author')?.value?.trim()
  return name ? texts.text('evidence.author', { name }) : null
}

/** The file: what is notable in it, and how it was edited. */
export function fileCell(facts: readonly PlainFact[], texts: EvidenceTexts): EvidenceCell {
  const notable = notableFacts(facts, texts)
  const editing = editingOf(facts, texts)
  if (notable.length > 0) {
    const alert = texts.text('alert.title', { found: notable.join(', ') })
    return {
      tone: 'notable',
      text: [alert, ...quoteOf(facts, texts)].join(' '),
      ...(editing !== null && { beside: editing }),
    }
  }
  if (editing === null) return { tone: 'quiet', text: texts.text('facts.none', {}) }
  return { tone: 'known', text: editing }
}

/** Shorter common passages are often a quotation, or the wording of the assignment. */
export const tellingSharedWords = 40

interface Shared {
  /** How many other texts. */
  documents: number
  /** Most words in common with one of them. */
  words: number
  /** Of the other text's student or file; null where other students must not be named. */
  name: string | null
}

/** The class or upload: what the text shares with others of it. */
export function sharedCell(
  { documents, words, name }: Shared,
  { text, count }: Pick<EvidenceTexts, 'text' | 'count'>,
): EvidenceCell {
  if (documents === 0) return { tone: 'quiet', text: text('evidence.sharesNone', {}) }
  const isOne = documents === 1 && name !== null
  return {
    tone: words >= tellingSharedWords ? 'notable' : 'known',
    text: isOne
      ? `${text('evidence.shares', { count: words, shown: count(words), name })}.`
      : text('evidence.sharesMost', { count: documents, shown: count(documents), words: count(words) }),
  }
}

/**
 * Of earlier documents with passages in common, most words first, the one to name: another student's, if
 * there is one, however much of their own work a student reuses.
 */
export function closestOf<M extends { is_own_work: boolean }>(matches: readonly M[]): M | undefined {
  return matches.find(({ is_own_work }) => !is_own_work) ?? matches[0]
}

/** The figures of the cell below. */
export function earlierShared({
  matches,
  documents,
  left_out,
}: Pick<EarlierOverlap, 'matches' | 'documents' | 'left_out'>) {
  const closest = closestOf(matches)
  const isOwnWork = closest?.is_own_work ?? false
  const ownAmongOthers = isOwnWork ? 0 : matches.filter(({ is_own_work }) => is_own_work).length
  return {
    documents: documents - ownAmongOthers,
    words: closest?.words ?? 0,
    isOwnWork,
    common: left_out.common,
  }
}

interface HandedInBefore extends Shared {
  /** Of the same student, who has copied from nobody. */
  isOwnWork: boolean
  /** Words that stand in ten or more other documents, which are not counted one by one. */
  common: number
}

/** The other documents that the teacher has received; null where none of them shares a passage. */
export function handedInBeforeCell(
  { isOwnWork, common, ...shared }: HandedInBefore,
  texts: Pick<EvidenceTexts, 'text' | 'count'>,
): EvidenceCell | null {
  const said = (key: 'evidence.inMany' | 'evidence.ownWork', words: number): EvidenceCell => ({
    tone: 'known',
    text: texts.text(key, { count: words, shown: texts.count(words) }),
  })
  if (shared.documents === 0) return common === 0 ? null : said('evidence.inMany', common)
  return isOwnWork ? said('evidence.ownWork', shared.words) : sharedCell(shared, texts)
}

/**
 * The sources that the teacher added to the class, most words first; null where none shares a passage. Never
 * a warning: only the teacher knows what may be taken from them.
 */
export function sourceCell(
  sources: readonly { name: string; words: number }[],
  { text, count }: Pick<EvidenceTexts, 'text' | 'count'>,
): EvidenceCell | null {
  const [most, ...others] = sources
  if (most === undefined) return null
  const first = text('evidence.inSource', { count: most.words, shown: count(most.words), name: most.name })
  const more =
    others.length === 0
      ? []
      : [text('evidence.moreSources', { count: others.length, shown: count(others.length) })]
  return { tone: 'known', text: [first, ...more].join(' ') }
}

/**
 * Documents of other teachers; null where none shares a passage. Never a warning: nobody can tell here
 * whether the other text is by the same student. Words are exact only for those who both agreed.
 */
export function schoolCell(
  { words, documents, isExact }: Pick<Shared, 'words' | 'documents'> & { isExact: boolean },
  { text, count }: Pick<EvidenceTexts, 'text' | 'count'>,
): EvidenceCell | null {
  if (documents === 0) return null
  const first = isExact
    ? text('evidence.inSchool', { count: words, shown: count(words) })
    : text('evidence.aboutInSchool', { words: count(words) })
  const others = documents - 1
  const more = others === 0 ? [] : [text('evidence.moreInSchool', { count: others, shown: count(others) })]
  return { tone: 'known', text: [first, ...more].join(' ') }
}

/** The student's earlier writing, in short; null for a text that has no student or no score. */
export function earlierCell(
  {
    outcome,
    known,
    needed,
    measured_machine: { n, differing },
  }: Pick<EarlierWriting, 'outcome' | 'known' | 'needed' | 'measured_machine'>,
  texts: EvidenceTexts,
): EvidenceCell | null {
  if (outcome === 'no-student' || outcome === 'not-scored') return null
  const counted = outcome === 'too-few' ? needed : known
  const values = {
    count: counted,
    shown: texts.count(counted),
    words: texts.count(knownTexts.words),
    share: n === 0 ? '' : texts.share((n - differing) / n),
  }
  return {
    tone: outcome === 'differs' ? 'known' : 'quiet',
    text: texts.text(`evidence.earlier.${outcome}`, values),
  }
}

/** From this share of pasted words on, a text did not come to be in the writing room. */
const mostlyPasted = 0.5

/** How the text came to be: mostly pasted, or a record that was altered, is worth a look. */
export function writingTone({
  summary: { words, pastes },
  integrity,
}: Pick<WritingSubmissionView, 'summary' | 'integrity'>): EvidenceTone {
  return integrity === 'altered' || (words > 0 && pastes.words / words >= mostlyPasted) ? 'notable' : 'known'
}
