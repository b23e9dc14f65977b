import { type Evidence, phraseParts, type SignalSentence } from '@penmark/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './explanation.module.css'

interface SignalsProps {
  title: string
  sentences: readonly SignalSentence[]
  onJump: (paragraph: number) => void
}

/** The sentences that moved the score most in one direction, with their weightiest phrases. */
export function Signals({ title, sentences, onJump }: SignalsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const describePhrase = (evidence: Evidence) => {
    const { words: key, shown } = phraseParts(evidence, figures)
    return t(key, shown)
  }
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <div>
      <h3 className={classes.subtitle}>{title}</h3>
      {sentences.length === 0 && <p className={classes.quiet}>{t('explanation.noSentence')}</p>}
      <ol className={classes.sentences}>
        {sentences.map(({ paragraph, text, weight, machine, human, evidence }) => (
          <li key={`${paragraph} ${text}`}>
            <blockquote className={classes.quote} translate="no">
              {text}
            </blockquote>
            <p className={classes.quiet}>
              <a href={`#${paragraphId(paragraph)}`} onClick={(event) => jump(event, paragraph)}>
                {t('text.paragraph', { number: paragraph })}
              </a>
              {' · '}
              {t('explanation.weights', { weight: figures.weight(weight), machine: figures.weight(machine), human: figures.weight(human) })}
            </p>
            {evidence.length > 0 && (
              <p className={classes.quiet}>{t('explanation.phrases', { phrases: evidence.map(describePhrase).join(', ') })}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
