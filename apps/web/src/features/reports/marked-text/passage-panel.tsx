import { CloseButton } from '@mantine/core'
import { type Evidence, heaviestEvidence, type Passage, timesAsCommon } from '@penmark/contract'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './passage-panel.module.css'

interface PassagePanelProps {
  id: string
  passage: Passage
  /** False while the reader walks through the passages with the buttons beside the text. */
  takesFocus: boolean
  onClose: () => void
}

/** Why a passage is marked: its score, its sentences, and its phrases in both directions. */
export function PassagePanel({ id, passage: { number, score, sentences }, takesFocus, onClose }: PassagePanelProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The panel may be far from its passage in the document order, so it takes the focus; closing returns it.
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  const evidence = sentences.flatMap((sentence) => sentence.evidence ?? [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <section id={id} className={classes.panel} aria-labelledby={heading} onKeyDown={closeOnEscape}>
      <div className={classes.head}>
        <h3 id={heading} ref={title} tabIndex={-1} className={classes.title}>
          {t('passage.title', { number })}
        </h3>
        <CloseButton onClick={onClose} aria-label={t('passage.close')} />
      </div>
      <p>
        {score !== null && `${t('passage.score', { score: figures.score(score) })} `}
        {t('passage.run', { count: sentences.length, shown: figures.count(sentences.length) })}
      </p>
      <h4 className={classes.subtitle}>{t('passage.sentences')}</h4>
      <ol className={classes.sentences}>
        {sentences.map(({ text, probability }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its sentences
          <li key={index}>
            <span className={classes.figure}>{probability === null ? t('passage.noScore') : figures.score(probability)}</span>
            <span className={classes.quote}>{text.trim()}</span>
          </li>
        ))}
      </ol>
      {evidence.length > 0 ? <EvidenceColumns evidence={evidence} /> : <p className={classes.quiet}>{t('passage.noPhrases')}</p>}
    </section>
  )
}

/** Evidence in both directions: showing only one side would be one-sided. */
function EvidenceColumns({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  return (
    <>
      <p className={classes.quiet}>{t('passage.phrases')}</p>
      <Column title={t('passage.machine')} evidence={heaviestEvidence(evidence, 'machine')} />
      <Column title={t('passage.human')} evidence={heaviestEvidence(evidence, 'human')} />
    </>
  )
}

/** From this ratio on a phrase is called lopsided; below it, the ratio would suggest more than the counts carry. */
const lopsided = 3

function Column({ title, evidence }: { title: string; evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const commoner = (counts: NonNullable<Evidence['counts']>) => {
    const times = timesAsCommon(counts)
    if (times >= lopsided) return `${t('passage.commonerInAi', { times: figures.count(Math.round(times)) })} `
    return 1 / times >= lopsided ? `${t('passage.commonerInHuman', { times: figures.count(Math.round(1 / times)) })} ` : ''
  }
  return (
    <>
      <h4 className={classes.subtitle}>{title}</h4>
      {evidence.length === 0 && <p className={classes.quiet}>{t('passage.nonePhrase')}</p>}
      <ul className={classes.phrases}>
        {evidence.map(({ phrase, direction, weight, counts }) => (
          <li key={phrase}>
            <span className={classes.phrase}>{phrase}</span>{' '}
            <span className={classes.quiet}>
              {t('passage.weight', { weight: figures.fineWeight(direction === 'machine' ? weight : -weight) })}
            </span>
            {counts && (
              <span className={classes.counts}>
                {commoner(counts)}
                {t('passage.counts', {
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
