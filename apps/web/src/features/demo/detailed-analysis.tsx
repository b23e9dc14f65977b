import type { DemoResult } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showShare } from '../../lib/format/format.ts'
import plain from '../../ui/plain/plain.module.css'
import { bandOf } from './band.ts'
import classes from './demo.module.css'

interface DetailedAnalysisProps {
  results: DemoResult['results']
  signUpHref: string
}

/** The sections of the text, blurred: they are for people with an account. */
export function DetailedAnalysis({ results, signUpHref }: DetailedAnalysisProps) {
  const { t, i18n } = useTranslation('demo')
  return (
    <details className={classes.details}>
      <summary>{t('detail')}</summary>
      <div className={classes.veil}>
        <ol className={classes.sections} aria-hidden="true" inert>
          {results.map(({ probability, paragraph_text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections never change their order
            <li key={index}>
              <b data-band={probability === null ? undefined : bandOf(probability)}>{showShare(i18n, probability)}</b> {paragraph_text}
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
