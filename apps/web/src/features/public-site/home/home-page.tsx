import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { RatesTable } from '../evidence/rates-table.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import prose from '../prose.module.css'
import classes from './home.module.css'

const promises = ['words', 'card', 'instant', 'paragraphs', 'types', 'language'] as const
const features = ['odds', 'where', 'why', 'types', 'classes', 'private'] as const

interface HomePageProps {
  /** The live demo, if available. */
  demo?: ReactNode
  /** Whether the build has screenshots of the product. */
  hasPictures: boolean
}

export function HomePage({ demo, hasPictures }: HomePageProps) {
  const { t } = useTranslation('site')
  return (
    <>
      <div className={classes.hero}>
        <div>
          <h1 className={prose.title}>{t('home.title')}</h1>
          <p className={prose.lead}>{t('home.lead')}</p>
          <div className={prose.actions}>
            <a href={startAddress} className={prose.main}>
              {t('home.start')}
            </a>
            <a href="/pricing" className={prose.quiet}>
              {t('home.pricing')}
            </a>
          </div>
          <ul className={classes.promises}>
            {promises.map((promise) => (
              <li key={promise}>{t(`home.promise.${promise}`)}</li>
            ))}
          </ul>
        </div>
        {hasPictures && (
          <picture className={classes.picture}>
            {/* Hidden on small screens, where lazy loading also avoids fetching it. */}
            <img src="/pictures/report-narrow.png" width={390} height={844} loading="lazy" alt={t('home.picture')} />
          </picture>
        )}
      </div>
      {demo && <div className={classes.demo}>{demo}</div>}
      <p className={classes.examples}>
        {t('home.examples')} <a href="/examples/student">{t('home.example.student')}</a> <a href="/examples/ai">{t('home.example.ai')}</a>
      </p>
      <section className={prose.section} aria-labelledby="measured">
        <h2 id="measured" className={prose.heading}>
          {t('home.measured')}
        </h2>
        <p className={prose.text}>{t('home.measured.text')}</p>
        <Claims of={['falseFlags', 'found', 'speed']} />
        <RatesTable path="measured.human_by_length" caption={t('evaluation.table.length')} group={t('evaluation.group.length')} />
      </section>
      <section className={prose.section} aria-labelledby="features">
        <h2 id="features" className={prose.heading}>
          {t('home.features')}
        </h2>
        <ul className={prose.points}>
          {features.map((feature) => (
            <li key={feature}>
              <h3>{t(`home.feature.${feature}.title`)}</h3>
              <p>{t(`home.feature.${feature}.text`)}</p>
            </li>
          ))}
        </ul>
        {hasPictures && (
          <figure className={classes.wide}>
            <img src="/pictures/documents.png" width={1280} height={860} loading="lazy" alt={t('home.documents')} />
            <figcaption>{t('home.documents.caption')}</figcaption>
          </figure>
        )}
      </section>
      <section className={prose.section} aria-labelledby="about">
        <h2 id="about" className={prose.heading}>
          {t('home.about')}
        </h2>
        <p className={prose.text}>{t('home.about.who')}</p>
        <p className={prose.text}>{t('home.about.worst')}</p>
        <p className={prose.text}>{t('home.about.proof')}</p>
        <p className={prose.text}>
          <a href="/technology">{t('home.about.technology')}</a>
        </p>
      </section>
    </>
  )
}
