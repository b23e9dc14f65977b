import type { Detection, Finding, Reason, TextType, Vendor } from '@penmark/detector'

const words: Record<Exclude<Finding, 'ai-likely' | 'mixed'>, string> = {
  inconclusive: 'Unusual, but not enough to say',
  'no-evidence': 'Nothing here stands out',
  'insufficient-text': 'Too short to score',
  'unsupported-language': 'Not in English, so not scored',
}

const reasonWords: Record<Reason, string> = {
  'too-few-words': 'the text has too few words',
  'not-english': 'the text does not read as English prose, and the detector knows no other',
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

export const caution = 'A score is a reason to talk, not proof: honest writing scores high now and then, and machine text can score low.'

/** A share is stated only if it fits the sentence: `most` needs at least half, and a share must not round to nothing or everything. */
const shares = { least: 0.005, most: 0.5, all: 0.985 }

/** The headline of the product's reports, word for word; a test compares both. */
export function verdictOf({ finding, aiShare }: Pick<Detection, 'finding' | 'aiShare'>): string {
  if (finding !== 'ai-likely' && finding !== 'mixed') return words[finding]
  const share = aiShare ?? 0
  const figure = `(${Math.round(100 * share)} %)`
  if (finding === 'mixed') {
    return share >= shares.least && share < shares.all
      ? `Part of this text ${figure} reads like AI writing`
      : 'Parts of this text read like AI writing'
  }
  if (share >= shares.all) return 'All of this text reads like AI writing'
  return share >= shares.most ? `Most of this text ${figure} reads like AI writing` : 'This text reads like AI writing'
}

export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`
}

/** What the score means, with its numbers; the minimum length if there is too little text. */
export function meaningOf(detection: Detection): string {
  const { calibration, finding, score, wordsNeeded } = detection
  if (finding === 'unsupported-language') return 'The detector only reads English prose.'
  if (score === null) return `A score needs at least ${wordsNeeded} words.`
  if (calibration === null) return 'There are no human texts of this length to compare with.'
  const { pValue, exceeding, n } = calibration
  const figures = `(p = ${showP(pValue)}, n = ${count(n)})`
  if (exceeding === 0) return `None of ${count(n)} human texts of this length scores this high ${figures}.`
  const inThousand = Math.max(Math.round(pValue * 1_000), 1)
  return `Of 1,000 human texts of this length, about ${count(inThousand)} ${inThousand === 1 ? 'scores' : 'score'} this high ${figures}.`
}

/** Why the finding is what it is, and the model's other statements about the text, with their basis. */
export function notesOf({ score, reasons, textType, attribution }: Detection): string[] {
  if (score === null) return []
  return [
    `Why: ${reasons.map((reason) => reasonWords[reason]).join('; ')}.`,
    ...(textType === null ? [] : [`Read as ${typeNames[textType]}.`]),
    ...(attribution === null
      ? []
      : [
          `Resembles machine texts by models of ${vendorNames[attribution.vendor]}. Weak evidence: such statements were right in ${percent(
            attribution.precision,
          )} of ${count(attribution.n)} cases.`,
        ]),
  ]
}

function showP(pValue: number): string {
  return pValue < 0.001 ? pValue.toPrecision(1) : pValue.toFixed(3)
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
