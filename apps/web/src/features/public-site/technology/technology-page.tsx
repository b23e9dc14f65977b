import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import prose from '../prose.module.css'
import { Evaluation } from './evaluation.tsx'
import { ExampleOutput } from './example-output.tsx'

const capabilities = ['score', 'places', 'vendors', 'files', 'hidden', 'silence'] as const
const steps = ['extract', 'measure', 'judge', 'compare', 'report'] as const

export function TechnologyPage() {
  const { t } = useTranslation('site')
  return (
    <>
      <h1 className={prose.title}>{t('technology.title')}</h1>
      <p className={prose.lead}>{t('technology.lead')}</p>
      <section className={prose.section} aria-labelledby="capabilities">
        <h2 id="capabilities" className={prose.heading}>
          {t('technology.capabilities')}
        </h2>
        <ul className={prose.points}>
          {capabilities.map((capability) => (
            <li key={capability}>
              <h3>{t(`technology.capability.${capability}.title`)}</h3>
              <p>{t(`technology.capability.${capability}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={prose.section} aria-labelledby="architecture">
        <h2 id="architecture" className={prose.heading}>
          {t('technology.architecture')}
        </h2>
        <p className={prose.text}>{t('technology.architecture.text')}</p>
        <ol className={prose.list}>
          {steps.map((step) => (
            <li key={step}>{t(`technology.step.${step}`)}</li>
          ))}
        </ol>
      </section>
      <section className={prose.section} aria-labelledby="data">
        <h2 id="data" className={prose.heading}>
          {t('technology.data')}
        </h2>
        <p className={prose.text}>{t('technology.data.text')}</p>
        <Claims of={['corpus']} />
      </section>
      <section className={prose.section} aria-labelledby="example">
        <h2 id="example" className={prose.heading}>
          {t('technology.example')}
        </h2>
        <p className={prose.text}>{t('technology.example.text')}</p>
        <ExampleOutput />
      </section>
      <Evaluation />
    </>
  )
}
