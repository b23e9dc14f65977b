import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format/format.ts'
import textClasses from '../../ui/theme/text.module.css'
import classes from './overlap.module.css'

const passageId = (side: Side, number: number) => `passage-${side}-${number}`

interface SharedTexts {
  texts: [string, string]
  /** The ranges of each passage in the first and the second text, the end exclusive. */
  passages: { ranges: [Range, Range]; words: number }[]
}

interface Range {
  start: number
  end: number
}

interface Heading {
  title: string
  about: ReactNode
}

/** Two texts side by side. Each shared passage is a link to its counterpart in the other text. */
export function SideBySide({ shared, headings }: { shared: SharedTexts; headings: [Heading, Heading] }) {
  const { t } = useTranslation('overlap')
  return (
    <>
      <p className={classes.soft}>{t('pair.hint')}</p>
      <div className={classes.sides}>
        {([0, 1] as const).map((side) => (
          <OneText key={side} shared={shared} side={side} heading={headings[side]} />
        ))}
      </div>
    </>
  )
}

function OneText({
  shared,
  side,
  heading: { title, about },
}: {
  shared: SharedTexts
  side: Side
  heading: Heading
}) {
  const pieces = useMemo(() => piecesOf(shared, side), [shared, side])
  return (
    <section className={classes.side} aria-label={title}>
      <h2 className={classes.subtitle}>{title}</h2>
      <p className={classes.soft}>{about}</p>
      <div className={classes.text} translate="no">
        {pieces.map((piece) => (
          <TextPiece key={piece.start} piece={piece} side={side} total={shared.passages.length} />
        ))}
      </div>
    </section>
  )
}

function TextPiece({ piece: { text, passage }, side, total }: { piece: Piece; side: Side; total: number }) {
  const { t, i18n } = useTranslation('overlap')
  if (passage === null) return text
  const counterpartId = passageId(side === 0 ? 1 : 0, passage.number)
  const jump = (event: MouseEvent) => {
    event.preventDefault()
    const other = window.document.getElementById(counterpartId)
    other?.scrollIntoView({ block: 'center' })
    other?.focus({ preventScroll: true })
  }
  const { number, words } = passage
  return (
    <a
      id={passageId(side, number)}
      href={`#${counterpartId}`}
      className={classes.passage}
      onClick={jump}
      title={t('pair.jump', { number: formatNumber(i18n, number) })}
    >
      <span className={classes.number}>
        <span aria-hidden="true">{formatNumber(i18n, number)}</span>
        <span className={textClasses.visuallyHidden}>
          {t('pair.passage', {
            number: formatNumber(i18n, number),
            total: formatNumber(i18n, total),
            words: formatNumber(i18n, words),
          })}
        </span>
      </span>
      {text}
    </a>
  )
}

/** The first or the second document of a pair. */
type Side = 0 | 1

/** A stretch of a text, inside one passage or outside of all. */
interface Piece {
  start: number
  text: string
  passage: { number: number; words: number } | null
}

/**
 * Cuts one text of a pair at its passages, numbered in the order of the first text. Where two overlap, the
 * earlier one keeps the words.
 */
function piecesOf({ texts, passages }: SharedTexts, side: Side): Piece[] {
  const text = texts[side]
  const ranges = passages
    .map(({ ranges: bothRanges, words }, index) => ({ ...bothRanges[side], number: index + 1, words }))
    .toSorted((a, b) => a.start - b.start)
  const pieces: Piece[] = []
  let position = 0
  const add = (end: number, passage: Piece['passage']) => {
    if (end > position) pieces.push({ start: position, text: text.slice(position, end), passage })
    position = Math.max(position, end)
  }
  for (const { start, end, number, words } of ranges) {
    add(start, null)
    add(end, { number, words })
  }
  add(text.length, null)
  return pieces
}
