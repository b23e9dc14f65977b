import type { ComparedDocument, SharedTexts } from '@penmark/contract'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import classes from './overlap.module.css'
import { usePair } from './queries.ts'

const passageId = (side: Side, number: number) => `passage-${side}-${number}`

/** Two documents side by side. Each shared passage is a link to its counterpart in the other document. */
export function PairScreen({ pairId }: { pairId: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { data, error, isPending, refetch } = usePair(pairId)
  if (isPending) return <Loading />
  if (data === undefined) return <FailedNotice onRetry={() => void refetch()}>{t('pair.failed', { detail: detailOf(error) })}</FailedNotice>
  const { pair, passages } = data
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <>
      <p>{t('pair.summary', { count: passages.length, words: number(pair.words), shown: number(passages.length) })}</p>
      <p className={classes.what}>{t('what')}</p>
      <p className={classes.soft}>{t('pair.hint')}</p>
      <div className={classes.sides}>
        {([0, 1] as const).map((side) => (
          <DocumentText key={side} shared={data} side={side} document={pair.documents[side]} />
        ))}
      </div>
    </>
  )
}

function DocumentText({ shared, side, document }: { shared: SharedTexts; side: Side; document: ComparedDocument }) {
  const { t, i18n } = useTranslation('overlap')
  const pieces = useMemo(() => piecesOf(shared, side), [shared, side])
  const { id, original_filename, student_name, share } = document
  return (
    <section className={classes.side} aria-label={original_filename}>
      <h2 className={classes.subtitle}>{original_filename}</h2>
      <p className={classes.soft}>
        {student_name ?? t('noStudent')} · {t('pair.share', { share: formatPercent(i18n, share) })} ·{' '}
        <Link to={`/documents/${encodeURIComponent(id)}/report`}>{t('pair.report')}</Link>
      </p>
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
        <span className={classes.caption}>
          {t('pair.passage', { number: formatNumber(i18n, number), total: formatNumber(i18n, total), words: formatNumber(i18n, words) })}
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

/** Cuts one text of a pair at its passages, numbered in the order of the first text. Where two overlap, the earlier one keeps the words. */
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
