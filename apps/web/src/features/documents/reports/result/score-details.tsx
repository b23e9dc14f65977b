import {
  type Calibration,
  type HumanBand,
  type Report,
  scoreBands,
  scoreColour,
  verdictAtPercent,
} from '@penmark/contract'
import {
  chanceOfFalseFlag,
  falsePositives,
  isWithdrawn,
  judgementOf,
  reachingWords,
  reasonWords,
  standingWords,
  vendorNames,
  withoutRates,
} from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import textClasses from '../../../../ui/theme/text.module.css'
import reportClasses from '../report.module.css'
import { Part } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './score-details.module.css'

/** Class size of the example that turns a false-positive rate into a chance. */
const exampleTexts = 30

/** The literal verdict, score and confidence, what they rest on, what they do not mean, and their limits. */
export function ScoreDetails({ report }: { report: Report }) {
  const { t } = useTranslation('report')
  const isScored = judgementOf(report).confidence !== null
  const withdrawn = isWithdrawn(report.finding, report.checks.slice(1))
  return (
    <Part title={t(isScored ? 'details.title' : 'limits.title')}>
      <div className={classes.details}>
        {isScored && (
          <ScoredDetails report={withdrawn ? withoutRates(report) : report} withdrawn={withdrawn} />
        )}
        <Limits report={report} isScored={isScored} withdrawn={withdrawn} />
      </div>
    </Part>
  )
}

function ScoredDetails({ report, withdrawn }: { report: Report; withdrawn: boolean }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { score, calibration, text_type, attribution, reasons } = report
  const { verdict, confidence } = judgementOf(report)
  const shown = score === null ? t('notAvailable') : format.score(score)
  return (
    <>
      <p className={classes.literal}>
        {t(`verdict.${verdict}`)} · <span className={textClasses.visuallyHidden}>{t('score.name')} </span>
        {shown}
        {confidence && ` · ${t(`confidence.${confidence}`)}`}
      </p>
      {score !== null && <ScoreScale score={score} />}
      <Reasons codes={reasons} isCompared={(calibration?.n ?? 0) > 0} />
      {!withdrawn && <FalsePositives calibration={calibration} />}
      {text_type && <p>{t('finding.textType', { type: t(`textType.${text_type}`) })}</p>}
      {attribution && (
        <p>
          {t('attribution', {
            vendor: vendorNames[attribution.vendor],
            precision: format.share(attribution.precision),
            n: format.count(attribution.n),
          })}
        </p>
      )}
      <Meaning report={report} />
    </>
  )
}

interface ReasonsProps {
  codes: readonly string[]
  /** Whether there were human texts of this length to compare with. */
  isCompared: boolean
}

/** Why the finding is what it is. */
function Reasons({ codes, isCompared }: ReasonsProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  if (codes.length === 0) return null
  const thresholdShares = {
    middle: format.share(verdictAtPercent / 100),
    high: format.share(scoreBands.red / 100),
  }
  const messages = [...new Set(codes.map((code) => reasonWords(code, isCompared)))]
  return (
    <div>
      <h4 className={classes.reasonsTitle}>{t('reasons')}</h4>
      <ul>
        {messages.map((message) => (
          <li key={message}>{t(message, thresholdShares)}</li>
        ))}
      </ul>
    </div>
  )
}

/**
 * How many human texts of this length are falsely flagged, how many score as high as this one, and how such
 * texts score.
 */
function FalsePositives({ calibration }: { calibration: Calibration | null }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const threshold = format.share(verdictAtPercent / 100)
  const rate = calibration?.false_positive_rate ?? null
  const standing = standingWords(calibration, format)
  return (
    <>
      <p>{falsePositiveSentence()}</p>
      {calibration && calibration.n > 0 && <p>{t(standing.key, standing.values)}</p>}
      {calibration?.human_band && <p>{humanBandSentence(calibration.human_band)}</p>}
    </>
  )

  function falsePositiveSentence(): string {
    const counted = calibration && falsePositives(calibration)
    if (counted) {
      const { mistaken: count, n } = counted
      if (count === 0) return t('falsePositives.noneOf', { threshold, n: format.count(n) })
      return t('falsePositives.counted', {
        count,
        shown: format.count(count),
        threshold,
        n: format.count(n),
        rate: format.rate(counted.rate),
      })
    }
    if (rate === null) return t('falsePositives.unknown')
    return rate === 0
      ? t('falsePositives.none', { threshold })
      : t('falsePositives', { threshold, rate: format.rate(rate) })
  }

  function humanBandSentence({ low, high }: HumanBand): string {
    const shown = { low: format.bound(low), high: format.bound(high) }
    return t(low === 0 ? 'band.upTo' : 'band.between', shown)
  }
}

/** What score, thresholds and confidence mean, and what they do not. */
function Meaning({
  report: { score, calibration, calibrated_probability: probability },
}: {
  report: Report
}) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const rate = calibration?.false_positive_rate ?? null
  const reaching = (count: number) => {
    const { key, values } = reachingWords(count, calibration?.n ?? 0, format)
    return t(key, values)
  }
  const thresholds = {
    low: format.share(scoreBands.amber / 100),
    middle: format.share(verdictAtPercent / 100),
    high: format.share(scoreBands.red / 100),
  }
  return (
    <div>
      <h4 className={classes.reasonsTitle}>{t('meaning.title')}</h4>
      <ul>
        {score !== null && <li>{t('meaning.score', { score: format.score(score) })}</li>}
        <li>{t('meaning.thresholds', thresholds)}</li>
        {calibration?.reaching && (
          <li>
            {t('meaning.measured', {
              atLow: reaching(calibration.reaching.low),
              atMiddle: reaching(calibration.reaching.middle),
              atHigh: reaching(calibration.reaching.high),
              ...thresholds,
            })}
          </li>
        )}
        <li>{t('meaning.confidence')}</li>
        {probability && (
          <li>
            {t('meaning.probability', {
              share: format.score(probability.value),
              machineShare: format.share(probability.machine_share),
              n: format.count(probability.n),
            })}
          </li>
        )}
        {rate !== null && rate > 0 && (
          <li>
            {t('meaning.class', {
              texts: exampleTexts,
              chance: format.rate(chanceOfFalseFlag(rate, exampleTexts)),
            })}
          </li>
        )}
      </ul>
    </div>
  )
}

const thresholds = [scoreBands.amber, verdictAtPercent, scoreBands.red] as const

/** The score as a mark on a line with the three thresholds. */
function ScoreScale({ score }: { score: number }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const [low, middle, high] = thresholds.map((threshold) => format.share(threshold / 100))
  return (
    <div className={classes.scale}>
      <div
        className={classes.line}
        role="img"
        aria-label={t('scale.label', { score: format.score(score), low, middle, high })}
      >
        {thresholds.map((threshold) => (
          <span key={threshold} className={classes.threshold} style={{ left: `${threshold}%` }} />
        ))}
        <span className={classes.mark} data-colour={scoreColour(score)} style={{ left: `${score * 100}%` }} />
      </div>
      <div className={classes.thresholdLabels} aria-hidden="true">
        <span className={classes.end}>{t('scale.human')}</span>
        {thresholds.map((threshold) => (
          <span key={threshold} className={classes.thresholdLabel} style={{ left: `${threshold}%` }}>
            {format.share(threshold / 100)}
          </span>
        ))}
        <span className={classes.end}>{t('scale.machine')}</span>
      </div>
    </div>
  )
}

interface LimitsProps {
  report: Report
  /** False if there was too little text: without a score, its limits would only confuse. */
  isScored: boolean
  withdrawn: boolean
}

function Limits({ report: { calibration, words_needed }, isScored, withdrawn }: LimitsProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <div>
      {isScored && <h4 className={reportClasses.subheading}>{t('limits.title')}</h4>}
      <ul className={reportClasses.list}>
        {isScored && (
          <>
            {!withdrawn && <li>{compared()}</li>}
            <li>{t('limits.writer')}</li>
            <li>{t('limits.low')}</li>
          </>
        )}
        <li>{t('limits.short', { needed: format.count(words_needed) })}</li>
      </ul>
      <p>
        <a href="/limits">{t('limits.all')}</a>
      </p>
    </div>
  )

  function compared(): string {
    if (!calibration || calibration.n <= 0) return t('limits.comparedUnknown')
    const { from, to } = calibration.band
    return to === null
      ? t('limits.comparedOpen', { from: format.count(from) })
      : t('limits.compared', { from: format.count(from), to: format.count(to) })
  }
}
