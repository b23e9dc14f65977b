import { type MarkedParagraph, type Passage, piecesOf } from '@penmark/wording'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import textClasses from '../../../../ui/theme/text.module.css'
import { estimatedHeight } from '../estimated-height.ts'
import { useReportFormat } from '../use-report-format.ts'
import classes from './marked-text.module.css'

/** The element id of a paragraph, numbered from 1. */
export function paragraphId(number: number): string {
  return `paragraph-${number}`
}

/** The element id of a marked passage, numbered from 1. */
export function passageId(number: number): string {
  return `passage-${number}`
}

interface ParagraphProps {
  paragraph: MarkedParagraph
  /** Number of the open passage, if it is in this paragraph. */
  openPassage: number | null
  panelId: string
  describedBy: Record<Passage['strength'], string>
  onToggle: (passage: number, button: HTMLButtonElement | null) => void
  /** The passage panel, if it opens below the paragraph. */
  children?: ReactNode
}

/** A paragraph of the student's text with its marks. */
export const Paragraph = memo(function Paragraph({
  paragraph,
  openPassage,
  panelId,
  describedBy,
  onToggle,
  children,
}: ParagraphProps) {
  const { t } = useTranslation('report')
  const { number, leftOut, stretches, passages, characters } = paragraph
  const strongest = passages.some(({ strength }) => strength === 'strong') ? 'strong' : passages[0]?.strength
  return (
    <div
      id={paragraphId(number)}
      className={classes.paragraph}
      data-strength={strongest}
      tabIndex={-1}
      style={{
        containIntrinsicBlockSize: estimatedHeight(characters, {
          charactersPerLine: 75,
          lineHeight: 29,
          gap: 20,
        }),
      }}
    >
      {leftOut && (
        <p className={textClasses.visuallyHidden}>
          {t('text.notJudged', { number, kind: t(`kind.${leftOut}`) })}
        </p>
      )}
      <p className={classes.words} data-kind={leftOut ?? undefined}>
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
})

interface MarkProps {
  text: string
  passage: Passage
  open: boolean
  panelId: string
  describedBy: string
  onToggle: (passage: number, button: HTMLButtonElement | null) => void
}

/**
 * A marked passage. Its number is a button for keyboard and screen reader; the pointer can click anywhere on
 * the passage.
 */
function Mark({
  text,
  passage: { number, strength, sentences },
  open,
  panelId,
  describedBy,
  onToggle,
}: MarkProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  // The number stays with the last word, so that it never wraps to a line of its own; only very long words
  // may break.
  const tail = /\S{1,24}$/.exec(text.slice(-25))?.[0] ?? ''
  const chooseByPointer = (event: MouseEvent<HTMLElement>) => {
    // Selecting text to copy it must not open the panel.
    if (window.getSelection()?.isCollapsed === false) return
    onToggle(number, event.currentTarget.querySelector('button'))
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside answers to the keyboard
    <mark
      id={passageId(number)}
      className={classes.mark}
      data-strength={strength}
      data-open={open || undefined}
      aria-describedby={describedBy}
      onClick={chooseByPointer}
    >
      {piecesOf(sentences, text.length - tail.length).map(({ text: words, phrase }, index) =>
        phrase ? (
          <strong
            // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its text
            key={index}
            className={classes.phrase}
            title={t('passage.commonerInAi', { phrase: phrase.phrase, times: format.count(phrase.times) })}
          >
            {words}
          </strong>
        ) : (
          words
        ),
      )}
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
