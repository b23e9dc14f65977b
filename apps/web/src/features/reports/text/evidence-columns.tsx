import { type Evidence, heaviestEvidence } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import classes from './why-panel.module.css'

/** For and against, side by side: a panel that showed only one direction would argue, not explain. */
export function EvidenceColumns({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  return (
    <>
      <p className={classes.quiet}>{t('why.phrases')}</p>
      <Column title={t('why.machine')} evidence={heaviestEvidence(evidence, 'machine')} />
      <Column title={t('why.human')} evidence={heaviestEvidence(evidence, 'human')} />
    </>
  )
}

function Column({ title, evidence }: { title: string; evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <>
      <h4 className={classes.subtitle}>{title}</h4>
      {evidence.length === 0 && <p className={classes.quiet}>{t('why.nonePhrase')}</p>}
      <ul className={classes.phrases}>
        {evidence.map(({ phrase, direction, weight, counts }) => (
          <li key={phrase}>
            <span className={classes.phrase}>{phrase}</span>{' '}
            <span className={classes.quiet}>
              {t('why.weight', { weight: figures.fineWeight(direction === 'machine' ? weight : -weight) })}
            </span>
            {counts && (
              <span className={classes.counts}>
                {t('why.counts', {
                  machine: figures.count(counts.machine),
                  machineOf: figures.count(counts.machine_texts),
                  human: figures.count(counts.human),
                  humanOf: figures.count(counts.human_texts),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
