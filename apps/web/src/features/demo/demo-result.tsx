import { type Calibration, type DemoResult, demoBands } from '@penmark/contract'
import { headlineOf, headlineSentence } from '@penmark/reading'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import plain from '../../ui/plain/plain.module.css'
import classes from './demo.module.css'

interface DemoResultViewProps {
  result: DemoResult
  signUpHref: string
}

const classification = {
  'ai-generated': 'class.ai',
  'human-written': 'class.human',
  'insufficient-text': 'class.none',
} as const

/** The detector's result for the text, with its error rate. */
export function DemoResultView({ result, signUpHref }: DemoResultViewProps) {
  const { t, i18n } = useTranslation('demo')
  const { score, label, finding, words, words_needed, calibration, results } = result
  const headline = headlineOf(result)
  return (
    <div className={classes.result}>
      <h3 className={classes.headline}>
        {headlineSentence(headline, words, {
          text: (key, values) => t(key, values),
          share: (share) => formatShare(i18n.language, share),
        })}
      </h3>
      {headline.tone === 'nothing' && <p>{t('headline.nothing.text')}</p>}
      {headline.tone === 'unusual' && <p>{t('headline.unusual.text')}</p>}
      {headline.tone === 'not-scored' && (
        <p>
          {t(
            finding === 'unsupported-language' ? 'finding.unsupported-language' : 'finding.insufficient-text',
            {
              words: formatNumber(i18n, words),
              needed: formatNumber(i18n, words_needed),
              count: words,
            },
          )}
        </p>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('probability')}</dt>
          {/* A score of zero reads N/A here, and only here (P1 §3). */}
          <dd className={classes.figure}>{formatPercent(i18n, score || null)}</dd>
        </div>
        <div>
          <dt>{t('classification')}</dt>
          <dd className={classes.figure}>{t(classification[label])}</dd>
        </div>
      </dl>
      {score !== null && <Bar share={score} />}
      {label !== 'insufficient-text' && <ErrorRate calibration={calibration} />}
      <p className={classes.note}>{t('notProof')}</p>
      {results.length > 1 && <DetailedAnalysis sections={results} signUpHref={signUpHref} />}
    </div>
  )
}

/** Whole percent, as in the report's headline. */
function formatShare(language: string, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

function Bar({ share }: { share: number }) {
  return (
    <svg
      className={classes.bar}
      data-band={bandOf(share)}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={classes.track} width="100" height="4" />
      <rect className={classes.fill} width={share * 100} height="4" />
    </svg>
  )
}

/** How often people's texts of this length are called AI Generated, as measured. */
function ErrorRate({ calibration }: { calibration: Calibration | null }) {
  const { t, i18n } = useTranslation('demo')
  const rate = calibration?.false_positive_rate ?? null
  if (calibration === null || rate === null) return <p>{t('rate.none')}</p>
  const { band, false_positive_n: measured, n, exceeding } = calibration
  const length =
    band.to === null
      ? t('rate.from', { from: formatNumber(i18n, band.from) })
      : t('rate.between', { from: formatNumber(i18n, band.from), to: formatNumber(i18n, band.to) })
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 }).format(
    rate,
  )
  return (
    <p>
      {measured === null
        ? t('rate.share', { share, length })
        : t('rate.counted', { share, length, n: formatNumber(i18n, measured) })}{' '}
      {t('rate.exceeding', { exceeding: formatNumber(i18n, exceeding), n: formatNumber(i18n, n) })}
    </p>
  )
}

/**
 * Colour of a probability (fraction) in the demo. Its thresholds belong to the lower band, unlike those of a
 * report.
 */
function bandOf(probability: number): 'warning' | 'informational' | 'success' {
  if (probability > demoBands.warning) return 'warning'
  return probability > demoBands.informational ? 'informational' : 'success'
}

interface DetailedAnalysisProps {
  sections: DemoResult['results']
  signUpHref: string
}

/** The maximum drawn; the blur hides the rest. */
const maxDrawnSections = 4

/**
 * Blurred shapes of the sections in their colours: their text is for people with an account, and not in the
 * page.
 */
function DetailedAnalysis({ sections, signUpHref }: DetailedAnalysisProps) {
  const { t } = useTranslation('demo')
  return (
    <details className={classes.details}>
      <summary>{t('detail')}</summary>
      <div className={classes.blurred}>
        <ol className={classes.sections} aria-hidden="true" inert>
          {sections.slice(0, maxDrawnSections).map(({ probability }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes without content
            <li key={index} data-band={probability === null ? undefined : bandOf(probability)}>
              <span />
              <span />
              <span />
            </li>
          ))}
        </ol>
        <div className={classes.prompt}>
          <p>{t('detail.prompt')}</p>
          <a className={plain.primary} href={signUpHref}>
            {t('signUp')}
          </a>
        </div>
      </div>
    </details>
  )
}
