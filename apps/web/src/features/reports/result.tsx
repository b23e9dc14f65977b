import {
  isWithheld,
  judgementOf,
  type Report,
  scoreColour,
  statedFinding,
  vendorNames,
  verdictAtPercent,
  withheldWords,
} from '@penmark/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import { Meaning } from './meaning.tsx'
import { nextStepsId } from './next-steps.tsx'
import { Reasons } from './reasons.tsx'
import classes from './result.module.css'
import { ScoreScale } from './score-scale.tsx'
import { StandingLine } from './standing-line.tsx'

interface ResultProps {
  report: Report
}

/** What was found, how sure, and what it does not mean. */
export function Result({ report }: ResultProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const heading = useId()
  const { score, calibration, ai_share, text_type, attribution } = report
  const { verdict, confidence, finding, lead } = judgementOf(report)
  const verdictWords = t(`verdict.${verdict}`)
  if (isWithheld(verdict)) {
    const needed = figures.count(report.words_needed)
    return (
      <section className={classes.result} aria-labelledby={heading}>
        <h2 id={heading} className={classes.verdict}>
          {verdictWords}
        </h2>
        <p className={classes.finding}>
          {t(withheldWords(report), { count: report.words ?? 0, words: figures.count(report.words ?? 0), needed })}
        </p>
      </section>
    )
  }
  const shown = score === null ? t('notAvailable') : figures.score(score)
  const confidenceWords = confidence && t(`confidence.${confidence}`)
  const plainWords = statedFinding(finding)
  return (
    <section className={classes.result} aria-labelledby={heading}>
      {lead === 'verdict' || !plainWords ? (
        <>
          <div className={classes.top}>
            <h2 id={heading} className={classes.verdict}>
              {verdictWords}
            </h2>
            <p className={classes.score} data-colour={score === null ? undefined : scoreColour(score)}>
              <span className={classes.hidden}>{t('score.name')} </span>
              {shown}
            </p>
            <p className={classes.confidence}>{confidenceWords}</p>
          </div>
          {plainWords && <p className={classes.finding}>{t(`finding.${plainWords}.text`)}</p>}
        </>
      ) : (
        <>
          <h2 id={heading} className={classes.verdict}>
            {t(`finding.${plainWords}.title`)}
          </h2>
          <p className={classes.finding}>{t(`finding.${plainWords}.text`)}</p>
        </>
      )}
      {ai_share !== null && ai_share > 0 && <p className={classes.share}>{t('finding.share', { share: figures.share(ai_share) })}</p>}
      {text_type && <p className={classes.share}>{t('finding.textType', { type: t(`textType.${text_type}`) })}</p>}
      <Reasons codes={report.reasons} isCompared={(calibration?.n ?? 0) > 0} />
      {lead === 'finding' && plainWords && (
        <p className={classes.alone}>
          {t('score.only')} <strong>{verdictWords}</strong> · <strong className={classes.number}>{shown}</strong> · {confidenceWords}
        </p>
      )}
      {score !== null && <ScoreScale score={score} />}
      <StandingLine calibration={calibration} cut={figures.share(verdictAtPercent / 100)} />
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
