import { fileWords } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { CardText, textsAt, useEvidence } from '../evidence/figure.tsx'
import { RatesTable } from '../evidence/rates-table.tsx'
import prose from '../prose.module.css'
import classes from './technology.module.css'

const capabilities = ['score', 'places', 'vendors', 'files', 'hidden', 'silence'] as const
const steps = ['extract', 'measure', 'judge', 'compare', 'report'] as const

export function TechnologyPage() {
  const { t, i18n } = useTranslation('site')
  const fileTypes = fileWords(i18n.language)
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
              <p>{t(`technology.capability.${capability}.text`, fileTypes)}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.halves}>
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
        <div>
          <section className={prose.section} aria-labelledby="data">
            <h2 id="data" className={prose.heading}>
              {t('technology.data')}
            </h2>
            <p className={prose.text}>{t('technology.data.text')}</p>
            <Claims of={['corpus']} />
          </section>
          <details className={classes.more}>
            <summary>{t('technology.example')}</summary>
            <section aria-label={t('technology.example')} id="example">
              <p className={prose.text}>{t('technology.example.text')}</p>
              <ExampleOutput />
            </section>
          </details>
        </div>
      </div>
      <Evaluation />
    </>
  )
}

/** Shown at once: what a teacher asks first. */
const plots = [
  ['length', 'measured.human_by_length', 'length'],
  ['years', 'measured.ai_by_years', 'models'],
] as const

const tables = [
  ['kind', 'measured.student_human_by_kind', 'texts'],
  ['genre', 'measured.ai_by_kind', 'texts'],
  ['learners', 'measured.learners_by_group', 'writers'],
  ['bias', 'measured.detector_bias', 'texts'],
  ['human', 'measured.test_human', 'source'],
  ['machine', 'measured.test_ai', 'source'],
  ['vendor', 'measured.ai_by_vendor', 'vendor'],
] as const

/** The model card in plain words: detection rates, false flags, and known limits. */
function Evaluation() {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  return (
    <section className={prose.section} aria-labelledby="evaluation">
      <h2 id="evaluation" className={prose.heading}>
        {t('evaluation.title')}
      </h2>
      <p className={prose.text}>{t('evaluation.text')}</p>
      <Claims of={['falseFlags', 'found', 'speed']} />
      <div className={classes.halves}>
        {plots.map(([id, path, group]) => (
          <RatesTable
            key={id}
            path={path}
            caption={t(`evaluation.table.${id}`)}
            group={t(`evaluation.group.${group}`)}
            isNarrow
          />
        ))}
      </div>
      <details className={classes.more}>
        <summary>{t('evaluation.all')}</summary>
        {tables.map(([id, path, group]) => (
          <RatesTable
            key={id}
            path={path}
            caption={t(`evaluation.table.${id}`)}
            group={t(`evaluation.group.${group}`)}
            isLargestFirst={id === 'vendor'}
          />
        ))}
        <p className={prose.note}>{t('evaluation.small')}</p>
      </details>
      <h3>{t('evaluation.limits')}</h3>
      <ul className={prose.list}>
        {textsAt(card, 'limits').map((limit, index) => (
          <li key={limit}>
            <CardText path={`limits.${index}`} />
          </li>
        ))}
      </ul>
      <p className={prose.text}>
        <a href="/limits">{t('home.measured.limits')}</a>
      </p>
      <p className={classes.downloads}>
        <a href={`/evaluation/${card.name}.card.json`} download>
          {t('evaluation.card')}
        </a>
        <a href="/evaluation/figures.json" download>
          {t('evaluation.bench')}
        </a>
      </p>
    </section>
  )
}

/** An invented example of a result's format. Its numbers say nothing about any text or model. */
const example = {
  ai_probability: 0.82,
  vendor_attribution: { openai: 0.61, google: 0.14, anthropic: 0.09, human: 0.16 },
  sentence_scores: [
    { text: 'The industrial revolution transformed society in many ways.', score: 0.88 },
    { text: 'My great-grandmother kept the mill token in a biscuit tin.', score: 0.07 },
  ],
}

export function ExampleOutput() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard
    <pre className={classes.example} tabIndex={0} data-example lang="en">
      {JSON.stringify(example, null, 2)}
    </pre>
  )
}
