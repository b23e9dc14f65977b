import {
  isWithheld,
  judgementOf,
  type Report,
  reasonWords,
  scoreBands,
  scoreColour,
  statedFinding,
  vendorNames,
  verdictAtPercent,
  withheldWords,
} from '@penmark/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { nextStepsId } from '../report/guidance.tsx'
import { useFigures } from '../use-figures.ts'
import { Comparison } from './comparison.tsx'
import { Meaning } from './meaning.tsx'
import classes from './result.module.css'

interface ResultProps {
  report: Report
}

/** The finding, its confidence, and what it does not mean. */
export function Result({ report }: ResultProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const heading = useId()
  const { score, calibration, ai_share, text_type, attribution } = report
  const { verdict, confidence, finding, lead } = judgementOf(report)
  const verdictText = t(`verdict.${verdict}`)
  if (isWithheld(verdict)) {
    const needed = figures.count(report.words_needed)
    return (
      <section className={classes.result} aria-labelledby={heading}>
        <h2 id={heading} className={classes.verdict}>
          {verdictText}
        </h2>
        <p className={classes.finding}>
          {t(withheldWords(report), { count: report.words ?? 0, words: figures.count(report.words ?? 0), needed })}
        </p>
      </section>
    )
  }
  const shown = score === null ? t('notAvailable') : figures.score(score)
  const confidenceText = confidence && t(`confidence.${confidence}`)
  const plainFinding = statedFinding(finding)
  return (
    <section className={classes.result} aria-labelledby={heading}>
      {lead === 'verdict' || !plainFinding ? (
        <>
          <div className={classes.top}>
            <h2 id={heading} className={classes.verdict}>
              {verdictText}
            </h2>
            <p className={classes.score} data-colour={score === null ? undefined : scoreColour(score)}>
              <span className={classes.hidden}>{t('score.name')} </span>
              {shown}
            </p>
            <p className={classes.confidence}>{confidenceText}</p>
          </div>
          {plainFinding && <p className={classes.finding}>{t(`finding.${plainFinding}.text`)}</p>}
        </>
      ) : (
        <>
          <h2 id={heading} className={classes.verdict}>
            {t(`finding.${plainFinding}.title`)}
          </h2>
          <p className={classes.finding}>{t(`finding.${plainFinding}.text`)}</p>
        </>
      )}
      {ai_share !== null && ai_share > 0 && <p className={classes.share}>{t('finding.share', { share: figures.share(ai_share) })}</p>}
      {text_type && <p className={classes.share}>{t('finding.textType', { type: t(`textType.${text_type}`) })}</p>}
      <Reasons codes={report.reasons} isCompared={(calibration?.n ?? 0) > 0} />
      {lead === 'finding' && plainFinding && (
        <p className={classes.alone}>
          {t('score.only')} <strong>{verdictText}</strong> · <strong className={classes.number}>{shown}</strong> · {confidenceText}
        </p>
      )}
      {score !== null && <ScoreScale score={score} />}
      <Comparison calibration={calibration} threshold={figures.share(verdictAtPercent / 100)} />
      {attribution && (
        <p className={classes.share}>
          {t('attribution', {
            vendor: vendorNames[attribution.vendor],
            precision: figures.share(attribution.precision),
            n: figures.count(attribution.n),
          })}
        </p>
      )}
      <p className={classes.notProof}>{t('notProof')}</p>
      <div className={classes.steps}>
        <Meaning report={report} />
        <a className={classes.next} href={`#${nextStepsId}`}>
          {t('next.title')}
        </a>
      </div>
    </section>
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
  const figures = useFigures()
  if (codes.length === 0) return null
  const thresholdShares = { middle: figures.share(verdictAtPercent / 100), high: figures.share(scoreBands.red / 100) }
  const messages = [...new Set(codes.map((code) => reasonWords(code, isCompared)))]
  return (
    <div>
      <h3 className={classes.reasonsTitle}>{t('reasons')}</h3>
      <ul className={classes.reasons}>
        {messages.map((message) => (
          <li key={message}>{t(message, thresholdShares)}</li>
        ))}
      </ul>
    </div>
  )
}

const thresholds = [scoreBands.amber, verdictAtPercent, scoreBands.red] as const

/** The score as a mark on a line with the three thresholds. */
function ScoreScale({ score }: { score: number }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const [low, middle, high] = thresholds.map((threshold) => figures.share(threshold / 100))
  return (
    <div className={classes.scale}>
      <div className={classes.line} role="img" aria-label={t('scale.label', { score: figures.score(score), low, middle, high })}>
        {thresholds.map((threshold) => (
          <span key={threshold} className={classes.threshold} style={{ left: `${threshold}%` }} />
        ))}
        <span className={classes.mark} data-colour={scoreColour(score)} style={{ left: `${score * 100}%` }} />
      </div>
      <div className={classes.thresholdLabels} aria-hidden="true">
        <span className={classes.end}>{t('scale.human')}</span>
        {thresholds.map((threshold) => (
          <span key={threshold} className={classes.thresholdLabel} style={{ left: `${threshold}%` }}>
            {figures.share(threshold / 100)}
          </span>
        ))}
        <span className={classes.end}>{t('scale.machine')}</span>
      </div>
    </div>
  )
}
