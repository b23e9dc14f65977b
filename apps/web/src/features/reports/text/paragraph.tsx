import type { MarkedParagraph, Passage } from '@penmark/contract'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import classes from './marked-text.module.css'

/** The anchor of a paragraph, from 1. */
export function paragraphId(number: number): string {
  return `paragraph-${number}`
}

interface ParagraphProps {
  paragraph: MarkedParagraph
  /** Number of the passage whose reasons are open, if it lies here. */
  openPassage: number | null
  panelId: string
  describedBy: Record<Passage['strength'], string>
  onToggle: (passage: number, button: HTMLButtonElement | null) => void
  /** The reasons, where they open under the paragraph. */
  children?: ReactNode
}

/** A paragraph with its score in the margin. Without the marks around it, it is the student's text and nothing else. */
export const Paragraph = memo(function Paragraph({ paragraph, openPassage, panelId, describedBy, onToggle, children }: ParagraphProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const { number, score, leftOut, stretches, passages, characters } = paragraph
  const strongest = passages.some(({ strength }) => strength === 'strong') ? 'strong' : passages[0]?.strength
  return (
    // About 75 characters fill a line: the guess keeps the scroll bar steady while paragraphs off screen are not laid out.
    <div
      id={paragraphId(number)}
      className={classes.paragraph}
      tabIndex={-1}
      style={{ containIntrinsicBlockSize: `auto ${Math.ceil(characters / 75) * 29 + 20}px` }}
    >
      <p className={classes.margin} data-strength={strongest}>
        <span className={classes.hidden}>{margin()}</span>
        {score !== null && <span aria-hidden="true">{figures.briefScore(score)}</span>}
        {leftOut && <span aria-hidden="true">{t(`kind.${leftOut}`)}</span>}
      </p>
      <p className={classes.words}>
        {stretches.map(({ text, passage }, index) =>
          passage ? (
            <Mark
              key={passage.number}
              text={text}
              passage={passage}
              open={openPassage === passage.number}
              panelId={panelId}
              describedBy={describedBy[passage.strength]}
              onToggle={onToggle}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its text
            <span key={`plain-${index}`}>{text}</span>
          ),
        )}
      </p>
      {children && <div className={classes.below}>{children}</div>}
    </div>
  )

  function margin(): string {
    if (leftOut) return t('text.notJudged', { number, kind: t(`kind.${leftOut}`) })
    return score === null ? t('text.noScore', { number }) : t('text.score', { number, score: figures.score(score) })
  }
})

interface MarkProps {
  text: string
  passage: Passage
  open: boolean
  panelId: string
  describedBy: string
  onToggle: (passage: number, button: HTMLButtonElement | null) => void
}

/** A marked passage. Its number is the button for keyboard and screen reader; the pointer may choose the passage anywhere. */
function Mark({ text, passage: { number, strength }, open, panelId, describedBy, onToggle }: MarkProps) {
  const { t } = useTranslation('report')
  // The number keeps to the last word, so that it never starts a line alone; a word too long for that may part from it.
  const tail = /\S{1,24}$/.exec(text.slice(-25))?.[0] ?? ''
  const chooseByPointer = (event: MouseEvent<HTMLElement>) => {
    // Selecting words to copy them is not choosing.
    if (window.getSelection()?.isCollapsed === false) return
    onToggle(number, event.currentTarget.querySelector('button'))
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside answers to the keyboard
    <mark
      className={classes.mark}
      data-strength={strength}
      data-open={open || undefined}
      aria-describedby={describedBy}
      onClick={chooseByPointer}
    >
      {text.slice(0, text.length - tail.length)}
      <span className={classes.tail}>
        {tail}
        <button
          type="button"
          className={classes.number}
          aria-label={t('mark.open', { number })}
          aria-describedby={describedBy}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
        >
          {number}
        </button>
      </span>
    </mark>
  )
}
