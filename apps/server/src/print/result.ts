import {
  type Calibration,
  chanceOfFalseFlag,
  extentOf,
  type FrozenReport,
  headlineOf,
  isWithheld,
  judgementOf,
  mistakes,
  reasonWords,
  scoreBands,
  standingOf,
  vendorNames,
  verdictAtPercent,
  withheldWords,
} from '@penmark/contract'
import type { Content } from 'pdfmake/interfaces.d.ts'
import { type Desk, heading, ink, line, list, page, rule, say } from './look.ts'

/** Honest texts in the example that turns a rate into a chance. */
const exampleTexts = 30

function cutsOf({ words: { figures } }: Desk) {
  return {
    low: figures.share(scoreBands.amber / 100),
    middle: figures.share(verdictAtPercent / 100),
    high: figures.share(scoreBands.red / 100),
  }
}

/** The score as a mark on a line with the three thresholds. */
function scale(desk: Desk, score: number): Content {
  const { t } = desk.words
  const width = page.width - 24
  const at = (share: number) => share * width
  const thresholds = [scoreBands.amber / 100, verdictAtPercent / 100, scoreBands.red / 100]
  return {
    margin: [0, 10, 0, 4],
    stack: [
      {
        canvas: [
          { type: 'line', x1: 0, y1: 8, x2: width, y2: 8, lineWidth: 1, lineColor: rule },
          ...thresholds.map((threshold) => ({
            type: 'line' as const,
            x1: at(threshold),
            y1: 3,
            x2: at(threshold),
            y2: 13,
            lineWidth: 0.75,
            lineColor: rule,
          })),
          { type: 'rect', x: Math.min(width - 5, Math.max(0, at(score) - 2.5)), y: 1, w: 5, h: 14, color: ink },
        ],
      },
      {
        columns: [
          { text: say(desk, t('scale.human')), width: '*' },
          { text: say(desk, t('scale.machine')), width: 'auto', alignment: 'right' },
        ],
        style: 'small',
      },
      ...thresholds.map((threshold) => ({
        text: desk.words.figures.share(threshold),
        style: 'small',
        relativePosition: { x: at(threshold) - 8, y: -11 },
      })),
    ],
  }
}

/** How many human texts are called AI by mistake, with how many texts that rests on where it was recorded. */
function mistaken({ words: { t, figures } }: Desk, calibration: Calibration | null): string {
  const threshold = figures.share(verdictAtPercent / 100)
  const counted = calibration && mistakes(calibration)
  if (counted) {
    const n = figures.count(counted.n)
    if (counted.mistaken === 0) return t('falsePositives.noneOf', { threshold, n })
    const rate = figures.rate(counted.rate)
    return t('falsePositives.counted', { count: counted.mistaken, shown: figures.count(counted.mistaken), threshold, n, rate })
  }
  const rate = calibration?.false_positive_rate ?? null
  if (rate === null) return t('falsePositives.unknown')
  return rate === 0 ? t('falsePositives.none', { threshold }) : t('falsePositives', { threshold, rate: figures.rate(rate) })
}

/** What the score means in numbers: how many human texts score as high, how many are called AI by mistake, and where they lie. */
function standing(desk: Desk, { calibration }: FrozenReport): Content[] {
  const { t, figures } = desk.words
  const found = calibration && standingOf(calibration)
  const band = calibration?.human_band ?? null
  const odds = () => {
    if (!found) return t('standing.unknown')
    const n = figures.count(found.n)
    if (found.kind === 'about') return t('standing.about', { count: found.perThousand, shown: figures.count(found.perThousand), n })
    if (found.kind === 'none') return t('standing.none', { n, atBest: figures.count(found.atBest) })
    return t(`standing.${found.kind}`, { n })
  }
  return [
    line(desk, odds(), { bold: true, margin: [0, 6, 0, 2] }),
    line(desk, mistaken(desk, calibration)),
    ...(band === null
      ? []
      : [line(desk, t(band.low === 0 ? 'band.upTo' : 'band.between', { low: figures.bound(band.low), high: figures.bound(band.high) }))]),
  ]
}

function reasons(desk: Desk, report: FrozenReport): Content[] {
  if (report.reasons.length === 0) return []
  const isCompared = (report.calibration?.n ?? 0) > 0
  const { middle, high } = cutsOf(desk)
  const codes = [...new Set(report.reasons.map((code) => reasonWords(code, isCompared)))]
  return [
    line(desk, desk.words.t('reasons'), { style: 'subheading' }),
    list(
      desk,
      codes.map((code) => desk.words.t(code, { middle, high })),
    ),
  ]
}

/** One sentence for what was found, and how often honest texts look like this. The literal verdict and score follow in small print. */
function verdict(desk: Desk, report: FrozenReport): Content[] {
  const { t, figures } = desk.words
  const { score } = report
  const judged = judgementOf(report)
  const headline = headlineOf(report)
  const sentence = line(desk, t(headline.key, { share: headline.share === null ? '' : figures.share(headline.share) }), {
    style: 'verdict',
  })
  const name = t(`verdict.${judged.verdict}`)
  if (isWithheld(judged.verdict)) {
    const needed = figures.count(report.words_needed)
    const found = t(withheldWords(report), { count: report.words ?? 0, words: figures.count(report.words ?? 0), needed })
    const literal = judged.verdict === 'Not enough text to judge' ? [line(desk, name, { bold: true, margin: [0, 4, 0, 0] })] : []
    return [sentence, ...literal, line(desk, found, { margin: [0, 4, 0, 0] })]
  }
  const shown = score === null ? t('notAvailable') : figures.score(score)
  const literal = [name, `${t('score.name')} ${shown}`, ...(judged.confidence ? [t(`confidence.${judged.confidence}`)] : [])].join(' · ')
  return [
    sentence,
    ...(headline.tone === 'stands-out' ? shareBar(desk, report) : []),
    ...standing(desk, report),
    ...(headline.tone === 'nothing' ? [line(desk, t('headline.nothing.text'))] : []),
    line(desk, t('notProof'), { bold: true, fontSize: 12, margin: [0, 8, 0, 0] }),
    line(desk, t('details.title'), { style: 'subheading' }),
    line(desk, literal),
    ...(score === null ? [] : [scale(desk, score)]),
    ...(report.text_type ? [line(desk, t('finding.textType', { type: t(`textType.${report.text_type}`) }))] : []),
    ...resemblance(desk, report),
  ]
}

/** How much of the text reads like AI writing: a bar in three greys, and the same in words. */
function shareBar(desk: Desk, report: FrozenReport): Content[] {
  const { t, figures } = desk.words
  const extent = extentOf(report.results, report.ai_share)
  if (extent === null) return []
  const width = page.width - 24
  const shown = (['strong', 'light', 'none'] as const).filter((level) => extent[level] > 0.005)
  const colours = { strong: '#b3541e', light: '#dfa368', none: '#cfd6d0' }
  let x = 0
  const bars = shown.map((level) => {
    const bar = { type: 'rect' as const, x, y: 0, w: extent[level] * width, h: 9, color: colours[level] }
    x += bar.w
    return bar
  })
  return [
    { canvas: bars, margin: [0, 8, 0, 3] },
    line(desk, shown.map((level) => t(`share.${level}`, { share: figures.share(extent[level]) })).join(' · '), { style: 'small' }),
  ]
}

/** Whose machine texts the text resembles: weak evidence, and said so. */
function resemblance(desk: Desk, { attribution }: FrozenReport): Content[] {
  if (attribution === null) return []
  const { t, figures } = desk.words
  const { vendor, precision, n } = attribution
  const shown = { vendor: vendorNames[vendor], precision: figures.share(precision), n: figures.count(n) }
  return [line(desk, t('attribution', shown), { margin: [0, 2, 0, 0] })]
}

function meaning(desk: Desk, { score, calibration, calibrated_probability: probability }: FrozenReport): Content[] {
  if (score === null) return []
  const { t, figures } = desk.words
  const rate = calibration?.false_positive_rate ?? null
  const chance = rate !== null && rate > 0 ? figures.rate(chanceOfFalseFlag(rate, exampleTexts)) : null
  return [
    heading(desk, t('meaning.title')),
    list(desk, [
      t('meaning.score', { score: figures.score(score) }),
      t('meaning.thresholds', cutsOf(desk)),
      ...(calibration?.reaching
        ? [
            t('meaning.measured', {
              n: figures.count(calibration.n),
              atLow: figures.count(calibration.reaching.low),
              atMiddle: figures.count(calibration.reaching.middle),
              atHigh: figures.count(calibration.reaching.high),
              ...cutsOf(desk),
            }),
          ]
        : []),
      t('meaning.confidence'),
      ...(probability === null
        ? []
        : [
            t('meaning.probability', {
              share: figures.score(probability.value),
              machineShare: figures.share(probability.machine_share),
              n: figures.count(probability.n),
            }),
          ]),
      ...(chance === null ? [] : [t('meaning.class', { texts: exampleTexts, chance })]),
    ]),
  ]
}

function limits(desk: Desk, { score, calibration, words_needed }: FrozenReport): Content[] {
  const { t, figures } = desk.words
  const compared = () => {
    if (!calibration || calibration.n <= 0) return t('limits.comparedUnknown')
    const { from, to } = calibration.band
    const shown = { n: figures.count(calibration.n), from: figures.count(from) }
    return to === null ? t('limits.comparedOpen', shown) : t('limits.compared', { ...shown, to: figures.count(to) })
  }
  return [
    heading(desk, t('limits.title')),
    list(desk, [
      ...(score === null ? [] : [compared(), t('limits.writer'), t('limits.low')]),
      t('limits.short', { needed: figures.count(words_needed) }),
    ]),
  ]
}

function nextSteps(desk: Desk, hasMarks: boolean): Content[] {
  const { t } = desk.words
  const steps = ['next.talk', 'next.drafts', ...(hasMarks ? ['next.passage'] : []), 'next.compare', 'next.decide']
  return [
    heading(desk, t('next.title')),
    line(desk, t('next.lead'), { style: 'quiet' }),
    list(
      desk,
      steps.map((step) => t(step)),
    ),
  ]
}

/** The cover: what was found, how sure, what it does not mean, what to do next. */
export function resultPart(desk: Desk, report: FrozenReport, hasMarks: boolean): Content[] {
  return [
    {
      table: { widths: ['*'], body: [[{ stack: verdict(desk, report), margin: [8, 8, 8, 8] }]] },
      layout: { hLineWidth: () => 1, vLineWidth: () => 1, hLineColor: () => rule, vLineColor: () => rule },
      margin: [0, 12, 0, 0],
    },
    ...reasons(desk, report),
    ...meaning(desk, report),
    { columns: [{ stack: nextSteps(desk, hasMarks) }, { stack: limits(desk, report) }], columnGap: 20 },
  ]
}
