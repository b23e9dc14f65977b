import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import prose from '../prose.module.css'
import classes from './educator.module.css'

const products = {
  detector: ['educator.detector.upload', 'educator.detector.report', 'educator.detector.classes', 'educator.detector.export'],
  marking: ['educator.marking.rubrics', 'educator.marking.comments', 'educator.marking.feedback', 'educator.marking.overview'],
} as const
const steps = ['upload', 'mark', 'feedback', 'analyse'] as const
/** The detector does no marking: these steps belong to the planned platform. */
const planned: readonly string[] = ['mark', 'feedback']

export function EducatorPage() {
  const { t } = useTranslation('site')
  return (
    <>
      <h1 className={prose.title}>{t('educator.title')}</h1>
      <p className={prose.lead}>{t('educator.lead')}</p>
      <div className={classes.products}>
        {(['detector', 'marking'] as const).map((product) => (
          <section key={product} className={classes.product} aria-labelledby={product}>
            <h2 id={product}>
              {t(`educator.${product}.title`)} {product === 'marking' && <span className={prose.tag}>{t('educator.planned')}</span>}
            </h2>
            <p>{t(`educator.${product}.text`)}</p>
            <ul>
              {products[product].map((point) => (
                <li key={point}>{t(point)}</li>
              ))}
            </ul>
            {product === 'detector' && (
              <a href={startAddress} className={prose.main}>
                {t('home.start')}
              </a>
            )}
          </section>
        ))}
      </div>
      <section className={prose.section} aria-labelledby="workflow">
        <h2 id="workflow" className={prose.heading}>
          {t('educator.workflow')}
        </h2>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>
              <h3>
                {t(`educator.step.${step}.title`)} {planned.includes(step) && <span className={prose.tag}>{t('educator.planned')}</span>}
              </h3>
              <p>{t(`educator.step.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={prose.section} aria-labelledby="measured">
        <h2 id="measured" className={prose.heading}>
          {t('educator.measured')}
        </h2>
        <p className={prose.text}>{t('educator.measured.text')}</p>
        <Claims of={['falseFlags', 'found', 'speed']} />
      </section>
    </>
  )
}
