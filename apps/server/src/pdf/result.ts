import {
  type Baseline,
  type Calibration,
  type FrozenReport,
  scoreBands,
  verdictAtPercent,
} from '@penmark/contract'
import {
  baselineSentences,
  chanceOfFalseFlag,
  extentOf,
  falsePositives,
  headlineOf,
  headlineSentence,
  isWithheld,
  judgementOf,
  reachingWords,
  reasonWords,
  standingWords,
  vendorNames,
  withheldWords,
} from '@penmark/wording'
import type { Content } from 'pdfmake/interfaces.d.ts'
import {
  heading,
  ink,
  line,
  list,
  markColours,
  type PrintContext,
  page,
  rule,
  runsOf,
  subheading,
} from './layout.ts'
import { oddsSentence } from './odds.ts'
import { plotWidth, similarTexts } from './similar-texts.ts'
import { figure } from './structure.ts'

/** The number of honest texts in the example that illustrates a rate. */
const exampleTexts = 30

function cutsOf({ wording: { format } }: PrintContext) {
  return {
    low: format.share(scoreBands.amber / 100),
    middle: format.share(verdictAtPercent / 100),
    high: format.share(scoreBands.red / 100),
  }
}

/** The score as a mark on a line with the three thresholds. */
function scale(context: PrintContext, score: number): Content {
  const { t } = context.wording
  const width = cardWidth
  const positionOf = (share: number) => share * width
  const thresholds = [scoreBands.amber / 100, verdictAtPercent / 100, scoreBands.red / 100]
  return figure(t('scale.label', { score: context.wording.format.score(score), ...cutsOf(context) }), {
    margin: [0, 10, 0, 4],
    stack: [
      {
        canvas: [
          { type: 'line', x1: 0, y1: 8, x2: width, y2: 8, lineWidth: 1, lineColor: rule },
          ...thresholds.map((threshold) => ({
            type: 'line' as const,
            x1: positionOf(threshold),
            y1: 3,
            x2: positionOf(threshold),
            y2: 13,
            lineWidth: 0.75,
            lineColor: rule,
          })),
          {
            type: 'rect',
            x: Math.min(width - 5, Math.max(0, positionOf(score) - 2.5)),
            y: 1,
            w: 5,
            h: 14,
            color: ink,
          },
        ],
      },
      {
        columns: [
          { text: runsOf(context, t('scale.human')), width: '*' },
          { text: runsOf(context, t('scale.machine')), width: 'auto', alignment: 'right' },
        ],
        style: 'small',
      },
      ...thresholds.map((threshold) => ({
        text: context.wording.format.share(threshold),
        style: 'small',
        relativePosition: { x: positionOf(threshold) - 8, y: -11 },
      })),
    ],
  })
}

/** How many human texts are called AI by mistake, and of how many texts, where recorded. */
function mistaken({ wording: { t, format } }: PrintContext, calibration: Calibration | null): string {
  const threshold = format.share(verdictAtPercent / 100)
  const counted = calibration && falsePositives(calibration)
  if (counted) {
    const n = format.count(counted.n)
    if (counted.mistaken === 0) return t('falsePositives.noneOf', { threshold, n })
    const rate = format.rate(counted.rate)
    return t('falsePositives.counted', {
      count: counted.mistaken,
      shown: format.count(counted.mistaken),
      threshold,
      n,
      rate,
    })
  }
  const rate = calibration?.false_positive_rate ?? null
  if (rate === null) return t('falsePositives.unknown')
  return rate === 0
    ? t('falsePositives.none', { threshold })
    : t('falsePositives', { threshold, rate: format.rate(rate) })
}

/** How many human texts score as high as this one, which the finding's own rate does not say. */
function standing(context: PrintContext, calibration: Calibration | null): Content[] {
  if (calibration === null || calibration.n === 0) return []
  const { key, values } = standingWords(calibration, context.wording.format)
  return [line(context, context.wording.t(key, values))]
}

function reasons(context: PrintContext, report: FrozenReport): Content[] {
  if (report.reasons.length === 0) return []
  const isCompared = (report.calibration?.n ?? 0) > 0
  const { middle, high } = cutsOf(context)
  const codes = [...new Set(report.reasons.map((code) => reasonWords(code, isCompared)))]
  return [
    subheading(context, context.wording.t('reasons')),
    list(
      context,
      codes.map((code) => context.wording.t(code, { middle, high })),
    ),
  ]
}

/** The finding in one sentence, how often honest texts look like this, and how much of the text it covers. */
function verdict(
  context: PrintContext,
  report: FrozenReport,
  baseline: Baseline | null,
  withdrawn: string | null,
  width: number,
): Content[] {
  const { t, format } = context.wording
  const judgement = judgementOf(report)
  const headline = headlineOf(report)
  const sentence = line(context, headlineSentence(headline, report.words, { text: t, share: format.share }), {
    style: 'verdict',
  })
  if (isWithheld(judgement.verdict)) {
    const needed = format.count(report.words_needed)
    const found = t(withheldWords(report), {
      count: report.words ?? 0,
      words: format.count(report.words ?? 0),
      needed,
    })
    const literal =
      judgement.verdict === 'Not enough text to judge'
        ? [line(context, t(`verdict.${judgement.verdict}`), { bold: true, margin: [0, 4, 0, 0] })]
        : []
    return [sentence, ...literal, line(context, found, { margin: [0, 4, 0, 0] })]
  }
  return [
    sentence,
    line(context, withdrawn ?? oddsSentence(context.wording, report), {
      fontSize: 11,
      margin: [0, 6, 0, 2],
    }),
    ...writtenInClass(context, report, baseline),
    ...(headline.tone === 'nothing' ? [line(context, t('headline.nothing.text'), { style: 'quiet' })] : []),
    ...(headline.tone === 'unusual' ? [line(context, t('headline.unusual.text'))] : []),
    line(context, t('notProof'), { bold: true, margin: [0, 2, 0, 0] }),
    ...(headline.tone === 'stands-out' ? shareBar(context, report, width) : []),
  ]
}

/** How the texts written in class compare, as they are when the PDF is made. */
function writtenInClass(context: PrintContext, report: FrozenReport, baseline: Baseline | null): Content[] {
  const { t, format } = context.wording
  if (baseline === null) return []
  return baselineSentences(report, baseline, format).map(({ key, values, headline }) =>
    line(context, t(key, headline === null ? values : { ...values, finding: t(headline) }), {
      bold: key === 'baseline.softened',
      margin: [0, 2, 0, 0],
    }),
  )
}

/**
 * How much of the text reads like AI writing: as a bar, and in words, which a screen reader reads instead of
 * it.
 */
function shareBar(context: PrintContext, report: FrozenReport, width: number): Content[] {
  const { t, format } = context.wording
  const extent = extentOf(report.results, report.ai_share)
  if (extent === null) return []
  const shown = (['strong', 'light', 'none'] as const).filter((level) => extent[level] > 0.005)
  const colours = { strong: markColours.strong, light: markColours.light, none: markColours.none }
  let x = 0
  const bars = shown.map((level) => {
    const bar = { type: 'rect' as const, x, y: 0, w: extent[level] * width, h: 9, color: colours[level] }
    x += bar.w
    return bar
  })
  return [
    { canvas: bars, margin: [0, 8, 0, 3] },
    line(
      context,
      shown.map((level) => t(`share.${level}`, { share: format.share(extent[level]) })).join(' · '),
      { style: 'small' },
    ),
  ]
}

/** Which models' texts it resembles: weak evidence, and labelled so. */
function resemblance(context: PrintContext, { attribution }: FrozenReport): Content[] {
  if (attribution === null) return []
  const { t, format } = context.wording
  const { vendor, precision, n } = attribution
  const shown = { vendor: vendorNames[vendor], precision: format.share(precision), n: format.count(n) }
  return [line(context, t('attribution', shown), { margin: [0, 2, 0, 0] })]
}

function meaning(
  context: PrintContext,
  { score, calibration, calibrated_probability: probability }: FrozenReport,
): Content[] {
  if (score === null) return []
  const { t, format } = context.wording
  const rate = calibration?.false_positive_rate ?? null
  const reaching = (count: number, n: number) => {
    const { key, values } = reachingWords(count, n, format)
    return t(key, values)
  }
  const chance = rate !== null && rate > 0 ? format.rate(chanceOfFalseFlag(rate, exampleTexts)) : null
  return [
    heading(context, t('meaning.title')),
    list(context, [
      t('meaning.score', { score: format.score(score) }),
      t('meaning.thresholds', cutsOf(context)),
      ...(calibration?.reaching
        ? [
            t('meaning.measured', {
              atLow: reaching(calibration.reaching.low, calibration.n),
              atMiddle: reaching(calibration.reaching.middle, calibration.n),
              atHigh: reaching(calibration.reaching.high, calibration.n),
              ...cutsOf(context),
            }),
          ]
        : []),
      t('meaning.confidence'),
      ...(probability === null
        ? []
        : [
            t('meaning.probability', {
              share: format.score(probability.value),
              machineShare: format.share(probability.machine_share),
              n: format.count(probability.n),
            }),
          ]),
      ...(chance === null ? [] : [t('meaning.class', { texts: exampleTexts, chance })]),
    ]),
  ]
}

function limits(
  context: PrintContext,
  { score, calibration, words_needed }: FrozenReport,
  withdrawn: string | null,
): Content[] {
  const { t, format } = context.wording
  const compared = () => {
    if (!calibration || calibration.n <= 0) return t('limits.comparedUnknown')
    const { from, to } = calibration.band
    return to === null
      ? t('limits.comparedOpen', { from: format.count(from) })
      : t('limits.compared', { from: format.count(from), to: format.count(to) })
  }
  return [
    heading(context, t('limits.title')),
    list(context, [
      ...(score === null
        ? []
        : [...(withdrawn === null ? [compared()] : []), t('limits.writer'), t('limits.low')]),
      t('limits.short', { needed: format.count(words_needed) }),
    ]),
  ]
}

/** Questions and next steps. */
export function nextStepsPart(context: PrintContext, hasMarks: boolean): Content[] {
  const { t } = context.wording
  const steps = [
    'next.talk',
    'next.drafts',
    ...(hasMarks ? ['next.passage'] : []),
    'next.compare',
    'next.decide',
  ]
  return [
    {
      stack: [
        heading(context, t('next.title')),
        line(context, t('next.lead'), { style: 'quiet' }),
        list(
          context,
          steps.map((step) => t(step)),
        ),
      ],
      unbreakable: true,
    },
  ]
}

const cardWidth = page.width - 24
const columnGap = 18

/**
 * The finding, beside the plot that compares this text with others. `withdrawn` is the sentence that says why
 * it does not stand; null if it does.
 */
export function resultPart(
  context: PrintContext,
  report: FrozenReport,
  baseline: Baseline | null,
  withdrawn: string | null,
): Content[] {
  const { score, calibration } = report
  const isScored = !isWithheld(judgementOf(report).verdict)
  const plot =
    isScored && score !== null && calibration?.distribution
      ? similarTexts(context, score, calibration.distribution)
      : null
  const width = plot === null ? cardWidth : cardWidth - plotWidth - columnGap
  const words = { stack: verdict(context, report, baseline, withdrawn, width), width }
  const card: Content =
    plot === null ? words : { columns: [words, { stack: plot, width: plotWidth }], columnGap }
  return [
    {
      table: { widths: ['*'], body: [[{ stack: [card], margin: [8, 8, 8, 8] }]] },
      layout: { hLineWidth: () => 1, vLineWidth: () => 1, hLineColor: () => rule, vLineColor: () => rule },
      margin: [0, 12, 0, 0],
    },
  ]
}

/** The literal verdict, score and confidence, their basis, what they do not mean, and their limits. */
export function detailsPart(
  context: PrintContext,
  report: FrozenReport,
  withdrawn: string | null,
): Content[] {
  const { t, format } = context.wording
  const { score, calibration, text_type } = report
  const judgement = judgementOf(report)
  if (isWithheld(judgement.verdict)) return limits(context, report, withdrawn)
  const band = calibration?.human_band ?? null
  const shown = score === null ? t('notAvailable') : format.score(score)
  const literal = [
    t(`verdict.${judgement.verdict}`),
    `${t('score.name')} ${shown}`,
    ...(judgement.confidence ? [t(`confidence.${judgement.confidence}`)] : []),
  ]
  return [
    heading(context, t('details.title')),
    line(context, literal.join(' · '), { bold: true }),
    ...(score === null ? [] : [scale(context, score)]),
    ...reasons(context, report),
    ...(withdrawn === null ? [line(context, mistaken(context, calibration), { margin: [0, 4, 0, 0] })] : []),
    ...standing(context, calibration),
    ...(band === null
      ? []
      : [
          line(
            context,
            t(band.low === 0 ? 'band.upTo' : 'band.between', {
              low: format.bound(band.low),
              high: format.bound(band.high),
            }),
          ),
        ]),
    ...(text_type ? [line(context, t('finding.textType', { type: t(`textType.${text_type}`) }))] : []),
    ...resemblance(context, report),
    ...meaning(context, report),
    ...limits(context, report, withdrawn),
  ]
}
