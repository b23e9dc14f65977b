import type { Document } from '@penmark/contract'
import { type Finding, verdictOf } from '@penmark/contract'

/** How strong the headline is. Its colour and icon follow from this alone. */
export type Tone = 'stands-out' | 'unusual' | 'nothing' | 'not-scored'

type HeadlineName =
  | 'all'
  | 'most'
  | 'whole'
  | 'part'
  | 'parts'
  | 'unusual'
  | 'nothing'
  | 'too-short'
  | 'not-english'
  | 'creative'

/** The sentence that leads a report, as a key of the locale file with its share. */
export interface Headline {
  key: `headline.${HeadlineName}`
  /** Share of the words that read like AI writing, 0…1; null if the sentence names none. */
  share: number | null
  tone: Tone
}

/** From this share on, rounding would print 99 % or more of the words: the sentence says "all". */
const allShare = 0.985
/** Below half, "most of this text" would contradict the figure beside it. */
const mostShare = 0.5
/** A share that rounds to 0 % or fills the whole text would contradict "part of this text". */
const part = { from: 0.005, to: 0.985 }

function wholeText(share: number | null): Headline {
  if (share === null || share < mostShare) return { key: 'headline.whole', share: null, tone: 'stands-out' }
  if (share >= allShare) return { key: 'headline.all', share: null, tone: 'stands-out' }
  return { key: 'headline.most', share, tone: 'stands-out' }
}

function partOfText(share: number | null): Headline {
  if (share === null || share < part.from || share >= part.to)
    return { key: 'headline.parts', share: null, tone: 'stands-out' }
  return { key: 'headline.part', share, tone: 'stands-out' }
}

function ofFinding(finding: Finding, share: number | null): Headline {
  switch (finding) {
    case 'ai-likely':
      return wholeText(share)
    case 'mixed':
      return partOfText(share)
    case 'inconclusive':
      return { key: 'headline.unusual', share: null, tone: 'unusual' }
    case 'no-evidence':
      return { key: 'headline.nothing', share: null, tone: 'nothing' }
    case 'insufficient-text':
      return { key: 'headline.too-short', share: null, tone: 'not-scored' }
    case 'unsupported-language':
      return { key: 'headline.not-english', share: null, tone: 'not-scored' }
    case 'creative-writing':
      return { key: 'headline.creative', share: null, tone: 'not-scored' }
  }
}

type Result = Pick<Document, 'finding' | 'score' | 'label'>

/** The finding of a result. Results stored before findings existed are read by their label and score. */
export function findingOf({ finding, score, label }: Result): Finding {
  if (finding !== null) return finding
  const verdict = verdictOf(score, label)
  if (verdict === 'AI Detected') return 'ai-likely'
  return verdict === 'Human Written' ? 'no-evidence' : 'insufficient-text'
}

/** What a report says first. Only the finding decides, so nothing on the page can contradict it. */
export function headlineOf({ ai_share, ...result }: Result & Pick<Document, 'ai_share'>): Headline {
  return ofFinding(findingOf(result), ai_share)
}

/** Below so many words little is found, and the headline says so. */
const shortBelowWords = 150

interface HeadlineTexts {
  /** A sentence of the locale files. */
  text(key: Headline['key'] | 'headline.short', values: { share?: string; headline?: string }): string
  share(share: number): string
}

/**
 * The headline as a sentence. It begins with "Short text" where the text has few words; one without a score
 * says so anyway.
 */
export function headlineSentence(
  { key, share, tone }: Headline,
  words: number | null,
  texts: HeadlineTexts,
): string {
  const sentence = texts.text(key, { share: share === null ? '' : texts.share(share) })
  const isShort = tone !== 'not-scored' && words !== null && words < shortBelowWords
  return isShort
    ? texts.text('headline.short', { headline: sentence.charAt(0).toLocaleLowerCase() + sentence.slice(1) })
    : sentence
}

/** The headline in few words, for rows of a list: the same finding, share and tone. */
export interface FindingChip extends Omit<Headline, 'key'> {
  key: `finding.${HeadlineName}`
}

/** What a list shows of a document; null without a result. */
export function findingChipOf({
  status,
  ai_share,
  ...result
}: Pick<Document, 'status' | 'finding' | 'ai_share' | 'score' | 'label'>): FindingChip | null {
  if (status !== 'COMPLETED') return null
  const { key, ...headline } = ofFinding(findingOf(result), ai_share)
  return { ...headline, key: key.replace('headline.', 'finding.') as FindingChip['key'] }
}
