import type { Detection, Reason, TextType, Vendor } from '@penmark/detector'
import { headlineOf, headlineSentence } from '@penmark/wording/headline'
import { oddsWords } from '@penmark/wording/odds'
import { wordsOf } from './report-words.ts'

const reasonWords: Record<Reason, string> = {
  'too-few-words': 'the text has too few words',
  'not-english': 'the text does not read as English prose, and the detector knows no other',
  'creative-writing': 'the text is imaginative writing, which the detector does not judge',
  'creative-passage': 'the part that stands out is imaginative writing, which the detector does not judge',
  'short-text': 'the text is short, and little is found at such lengths',
  'above-strict-threshold': 'the score reaches the stricter threshold',
  'above-threshold': 'at most one in a thousand student texts of this length stands out as much',
  'between-thresholds': 'the score lies between the two thresholds',
  'below-threshold': 'more than one in a hundred student texts of this length stand out as much',
  'unusual-but-below-threshold':
    'fewer than one in a hundred student texts of this length stand out as much, but more than one in a thousand',
  'marked-passages': 'some passages stand out, the rest does not',
  'unfamiliar-writing': 'the writing is unlike all texts that the detector learned from',
}

const vendorNames: Record<Vendor, string> = { openai: 'OpenAI', google: 'Google', anthropic: 'Anthropic' }

const typeNames: Record<TextType, string> = {
  'school-essay': 'a school essay',
  learner: 'the writing of a learner of English',
  academic: 'academic writing',
  'personal-writing': 'personal writing',
  narrative: 'a narrative',
  other: 'another kind of writing',
}

export const caution =
  'A score is a reason to talk, not proof: honest writing scores high now and then, and machine text can score low.'

const wholePercent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 })

/** The headline of the product's reports. */
export function verdictOf(
  detection: Pick<Detection, 'finding' | 'ai_share' | 'score' | 'label' | 'words'>,
): string {
  return headlineSentence(headlineOf(detection), detection.words, {
    text: wordsOf,
    share: (share) => wholePercent.format(share),
  })
}

export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`
}

/**
 * The odds that the product's reports state beside the headline; the minimum length if there is too little
 * text.
 */
export function meaningOf(
  detection: Pick<Detection, 'calibration' | 'finding' | 'score' | 'label' | 'reasons' | 'words_needed'>,
): string {
  const { finding, score, reasons, words_needed } = detection
  if (finding === 'unsupported-language') return 'The detector only reads English prose.'
  if (finding === 'creative-writing')
    return reasons.includes('creative-passage')
      ? 'The part that stands out is imaginative writing: talented pupils and machines write alike there, so the score says nothing.'
      : 'Imaginative writing: talented pupils and machines write alike here, so the score says nothing.'
  if (score === null) return `A score needs at least ${words_needed} words.`
  const { key, values } = oddsWords(detection, { count })
  return wordsOf(key, values)
}

/** Why the finding is what it is, and the model's other statements about the text, with their basis. */
export function notesOf({
  score,
  reasons,
  text_type,
  attribution,
}: Pick<Detection, 'score' | 'reasons' | 'text_type' | 'attribution'>): string[] {
  if (score === null) return []
  return [
    `Why: ${reasons.map((reason) => reasonWords[reason]).join('; ')}.`,
    ...(text_type === null ? [] : [`Read as ${typeNames[text_type]}.`]),
    ...(attribution === null
      ? []
      : [
          `Resembles machine texts by models of ${vendorNames[attribution.vendor]}. Weak evidence: such statements were right in ${percent(
            attribution.precision,
          )} of ${count(attribution.n)} cases.`,
        ]),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
