import { fileWords } from '@penmark/wording'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import { Picture, PicturedPoints } from '../picture/picture.tsx'
import prose from '../prose.module.css'
import classes from './home.module.css'

const promises = ['words', 'card', 'instant', 'paragraphs', 'types', 'language'] as const
const points = ['class', 'replay', 'reply', 'passages'] as const
const features = ['odds', 'where', 'file', 'earlier', 'types', 'private'] as const

/** `demo` is the live demo, if available. */
export function HomePage({ demo }: { demo?: ReactNode }) {
  const { t, i18n } = useTranslation('site')
  const fileTypes = fileWords(i18n.language)
  return (
    <>
      <div className={classes.hero}>
        <div>
          <h1 className={prose.title}>{t('home.title')}</h1>
          <p className={prose.lead}>{t('home.lead')}</p>
          <div className={prose.actions}>
            <a href="/examples/ai" className={prose.main}>
              {t('home.example')}
            </a>
            <a href={startAddress} className={prose.quiet}>
              {t('home.start')}
            </a>
            <a href="/pricing" className={prose.quiet}>
              {t('home.pricing')}
            </a>
          </div>
          <p className={classes.examples}>
            {t('home.examples')} <a href="/examples/student">{t('home.example.student')}</a>{' '}
            <a href="/examples/writing">{t('home.example.writing')}</a>
          </p>
        </div>
        <Picture name="report" isFirst />
      </div>
      <ul className={classes.promises}>
        {promises.map((promise) => (
          <li key={promise}>{t(`home.promise.${promise}`, fileTypes)}</li>
        ))}
      </ul>
      {demo && <div className={classes.demo}>{demo}</div>}
      <section className={prose.section} aria-labelledby="features">
        <h2 id="features" className={prose.heading}>
          {t('home.features')}
        </h2>
        <p className={prose.text}>{t('home.features.text')}</p>
        <PicturedPoints
          points={points.map((name) => ({
            name,
            title: t(`home.point.${name}.title`),
            text: t(`home.point.${name}.text`),
          }))}
        />
        <ul className={`${prose.points} ${classes.features}`} data-features>
          {features.map((feature) => (
            <li key={feature}>
              <h3>{t(`home.feature.${feature}.title`)}</h3>
              <p>{t(`home.feature.${feature}.text`, fileTypes)}</p>
            </li>
          ))}
        </ul>
        <p className={prose.note}>{t('home.pictures')}</p>
      </section>
      <section className={prose.section} aria-labelledby="measured">
        <h2 id="measured" className={prose.heading}>
          {t('home.measured')}
        </h2>
        <p className={prose.text}>{t('home.measured.text')}</p>
        <Claims of={['falseFlags', 'found', 'speed']} />
        <p className={prose.text}>
          <a href="/limits">{t('home.measured.limits')}</a>
        </p>
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
