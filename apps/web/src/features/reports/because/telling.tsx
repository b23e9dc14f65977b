import { type Evidence, phraseParts, type TellingSentence } from '@penmark/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import { paragraphId } from '../text/paragraph.tsx'
import classes from './because.module.css'

interface TellingProps {
  title: string
  sentences: readonly TellingSentence[]
  onJump: (paragraph: number) => void
}

/** The sentences that moved the score most one way, with the phrases that did it and those that spoke against it. */
export function Telling({ title, sentences, onJump }: TellingProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const phraseWords = (evidence: Evidence) => {
    const { words, shown } = phraseParts(evidence, figures)
    return t(words, shown)
  }
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <div>
      <h3 className={classes.subtitle}>{title}</h3>
      {sentences.length === 0 && <p className={classes.quiet}>{t('because.noSentence')}</p>}
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
              {t('because.weights', { weight: figures.weight(weight), machine: figures.weight(machine), human: figures.weight(human) })}
            </p>
            {evidence.length > 0 && (
              <p className={classes.quiet}>{t('because.phrases', { phrases: evidence.map(phraseWords).join(', ') })}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
