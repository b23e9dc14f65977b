import { CloseButton } from '@mantine/core'
import type { Passage } from '@penmark/contract'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import { EvidenceColumns } from './evidence-columns.tsx'
import classes from './why-panel.module.css'

interface WhyPanelProps {
  id: string
  passage: Passage
  onClose: () => void
}

/** Why a passage is marked: its score, its sentences, and the phrases for and against where the report has them. */
export function WhyPanel({ id, passage: { number, score, sentences }, onClose }: WhyPanelProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The panel may stand far from its passage in the order of the page: the focus goes there, and back on closing.
  useEffect(() => title.current?.focus(), [])
  const evidence = sentences.flatMap((sentence) => sentence.evidence ?? [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <section id={id} className={classes.panel} aria-labelledby={heading} onKeyDown={closeOnEscape}>
      <div className={classes.head}>
        <h3 id={heading} ref={title} tabIndex={-1} className={classes.title}>
          {t('why.title', { number })}
        </h3>
        <CloseButton onClick={onClose} aria-label={t('why.close')} />
      </div>
      <p>
        {score !== null && `${t('why.score', { score: figures.score(score) })} `}
        {t('why.run', { count: sentences.length, shown: figures.count(sentences.length) })}
      </p>
      <h4 className={classes.subtitle}>{t('why.sentences')}</h4>
      <ol className={classes.sentences}>
        {sentences.map(({ text, probability }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its sentences
          <li key={index}>
            <span className={classes.figure}>{probability === null ? t('why.noScore') : figures.score(probability)}</span>
            <span className={classes.quote}>{text.trim()}</span>
          </li>
        ))}
      </ol>
      {evidence.length > 0 ? <EvidenceColumns evidence={evidence} /> : <p className={classes.quiet}>{t('why.noPhrases')}</p>}
    </section>
  )
}
