import type { Calibration, DemoResult } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showNumber, showShare } from '../../lib/format/format.ts'
import { bandOf } from './band.ts'
import classes from './demo.module.css'
import { DetailedAnalysis } from './detailed-analysis.tsx'

interface DemoResultViewProps {
  result: DemoResult
  signUpHref: string
}

const classification = { 'ai-generated': 'class.ai', 'human-written': 'class.human', 'insufficient-text': 'class.none' } as const

/** What the detector says of the text, with how often it is wrong beside it. */
export function DemoResultView({ result, signUpHref }: DemoResultViewProps) {
  const { t, i18n } = useTranslation('demo')
  const { score, label, finding, words, words_needed, calibration, results } = result
  return (
    <div className={classes.result}>
      <dl className={classes.figures}>
        <div>
          <dt>{t('probability')}</dt>
          {/* A score of zero reads N/A here, and only here (P1 §3). */}
          <dd className={classes.figure}>{showShare(i18n, score || null)}</dd>
        </div>
        <div>
          <dt>{t('classification')}</dt>
          <dd className={classes.figure}>{t(classification[label])}</dd>
        </div>
      </dl>
      {score !== null && <Bar share={score} />}
      <p className={classes.finding}>
        {t(`finding.${finding}`, { words: showNumber(i18n, words), needed: showNumber(i18n, words_needed), count: words })}
      </p>
      {label !== 'insufficient-text' && <ErrorRate calibration={calibration} />}
      <p className={classes.note}>{t('notProof')}</p>
      {results.length > 1 && <DetailedAnalysis results={results} signUpHref={signUpHref} />}
    </div>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <svg className={classes.bar} data-band={bandOf(share)} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.track} width="100" height="4" />
      <rect className={classes.fill} width={share * 100} height="4" />
    </svg>
  )
}

/** How often people's texts of this length are called AI Generated, as it was measured. */
function ErrorRate({ calibration }: { calibration: Calibration | null }) {
  const { t, i18n } = useTranslation('demo')
  const rate = calibration?.false_positive_rate ?? null
  if (calibration === null || rate === null) return <p>{t('rate.none')}</p>
  const { band, false_positive_n: measured, n, exceeding } = calibration
  const length =
    band.to === null
      ? t('rate.from', { from: showNumber(i18n, band.from) })
      : t('rate.between', { from: showNumber(i18n, band.from), to: showNumber(i18n, band.to) })
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 }).format(rate)
  return (
    <p>
      {measured === null ? t('rate.share', { share, length }) : t('rate.counted', { share, length, n: showNumber(i18n, measured) })}{' '}
      {t('rate.exceeding', { exceeding: showNumber(i18n, exceeding), n: showNumber(i18n, n) })}
    </p>
  )
}
