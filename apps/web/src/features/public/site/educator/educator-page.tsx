import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import { PicturedPoints } from '../picture/picture.tsx'
import prose from '../prose.module.css'
import classes from './educator.module.css'

const points = ['class', 'report', 'reply'] as const
const contents = ['upload', 'report', 'passages', 'writing', 'cases', 'export'] as const
const steps = ['upload', 'mark', 'feedback', 'analyse'] as const
/** The detector does no marking: these steps belong to the planned platform. */
const planned: readonly string[] = ['mark', 'feedback']

export function EducatorPage() {
  const { t } = useTranslation('site')
  return (
    <>
      <h1 className={prose.title}>{t('educator.title')}</h1>
      <p className={prose.lead}>{t('educator.lead')}</p>
      <div className={prose.actions}>
        <a href="/examples/ai" className={prose.main}>
          {t('home.example')}
        </a>
        <a href={startAddress} className={prose.quiet}>
          {t('home.start')}
        </a>
      </div>
      <section className={prose.section} aria-labelledby="evening">
        <h2 id="evening" className={prose.heading}>
          {t('educator.evening')}
        </h2>
        <PicturedPoints
          points={points.map((name) => ({
            name,
            title: t(`educator.point.${name}.title`),
            text: t(`educator.point.${name}.text`),
          }))}
        />
        <p className={prose.note}>{t('home.pictures')}</p>
      </section>
      <section className={prose.section} aria-labelledby="workflow">
        <h2 id="workflow" className={prose.heading}>
          {t('educator.workflow')}
        </h2>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>
              <h3>
                {t(`educator.step.${step}.title`)}{' '}
                {planned.includes(step) && <span className={prose.tag}>{t('educator.planned')}</span>}
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
      <div className={classes.products}>
        <section className={classes.product} aria-labelledby="detector">
          <h2 id="detector">{t('educator.detector.title')}</h2>
          <p>{t('educator.detector.text')}</p>
          <ul>
            {contents.map((content) => (
              <li key={content}>{t(`educator.detector.${content}`)}</li>
            ))}
          </ul>
        </section>
        <section className={classes.product} aria-labelledby="marking">
          <h2 id="marking">
            {t('educator.marking.title')} <span className={prose.tag}>{t('educator.planned')}</span>
          </h2>
          <p>{t('educator.marking.text')}</p>
        </section>
      </div>
    </>
  )
}
