import { useTranslation } from 'react-i18next'
import { textsAt } from '../evidence/card.ts'
import { Claims } from '../evidence/claims.tsx'
import { CardWords, useEvidence } from '../evidence/figure.tsx'
import { RatesTable } from '../evidence/rates-table.tsx'
import prose from '../prose.module.css'
import classes from './technology.module.css'

const tables = [
  ['human', 'measured.test_human', 'source'],
  ['kind', 'measured.student_human_by_kind', 'texts'],
  ['length', 'measured.human_by_length', 'length'],
  ['learners', 'measured.learners_by_group', 'writers'],
  ['bias', 'measured.detector_bias', 'texts'],
  ['machine', 'measured.test_ai', 'source'],
  ['vendor', 'measured.ai_by_vendor', 'vendor'],
] as const

/** The model card in plain words: detection rates, false flags, and known limits. */
export function Evaluation() {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  return (
    <section className={prose.section} aria-labelledby="evaluation">
      <h2 id="evaluation" className={prose.heading}>
        {t('evaluation.title')}
      </h2>
      <p className={prose.text}>{t('evaluation.text')}</p>
      <Claims of={['falseFlags', 'found', 'essays', 'speed']} />
      {tables.map(([id, path, group]) => (
        <RatesTable
          key={id}
          at={path}
          caption={t(`evaluation.table.${id}`)}
          group={t(`evaluation.group.${group}`)}
          isLargestFirst={id === 'vendor'}
        />
      ))}
      <p className={prose.note}>{t('evaluation.small')}</p>
      <h3>{t('evaluation.limits')}</h3>
      <ul className={prose.list}>
        {textsAt(card, 'limits').map((limit, index) => (
          <li key={limit}>
            <CardWords at={`limits.${index}`} />
          </li>
        ))}
      </ul>
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
