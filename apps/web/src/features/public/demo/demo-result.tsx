import { type DemoResult, demoBands, isUnscored } from '@penmark/contract'
import { headlineOf, headlineSentence, oddsWords } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import plain from '../../../ui/plain/plain.module.css'
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

/** What a report says first, and beneath it the figures of the specification, small. */
export function DemoResultView({ result, signUpHref }: DemoResultViewProps) {
  const { t, i18n } = useTranslation('demo')
  const { score, label, finding, words, words_needed, results } = result
  const headline = headlineOf(result)
  const odds = oddsWords(result, { count: (count) => formatNumber(i18n, count) })
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
          {t(isUnscored(finding) ? `finding.${finding}` : 'finding.insufficient-text', {
            words: formatNumber(i18n, words),
            needed: formatNumber(i18n, words_needed),
            count: words,
          })}
        </p>
      )}
      {headline.tone !== 'not-scored' && <p>{t(odds.key, odds.values)}</p>}
      <p className={classes.note}>{t('notProof')}</p>
      <dl className={classes.figures}>
        <div>
          <dt>{t('probability')}</dt>
          {/* A score of zero reads N/A here, and only here (P1 §3). */}
          <dd className={classes.figure}>{formatPercent(i18n, score || null)}</dd>
        </div>
        <div>
          <dt>{t('classification')}</dt>
          <dd className={classes.figure}>
            {t(finding === 'creative-writing' ? 'class.creative' : classification[label])}
          </dd>
        </div>
      </dl>
      {score !== null && (
        <>
          <Bar share={score} />
          <p className={classes.note}>{t('noProbability')}</p>
        </>
      )}
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
