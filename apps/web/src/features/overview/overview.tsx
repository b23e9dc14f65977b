import { Button } from '@mantine/core'
import type { Document, Overview as OverviewData } from '@penmark/contract'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format/format.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { focusNext, useKeys } from '../../ui/keys/keys.ts'
import classes from './overview.module.css'
import { type OverviewTarget, useOverview } from './queries.ts'
import { reservedHeight, useRememberedHeight } from './reserved-height.ts'
import { countsSentence } from './summary.ts'

/** Loaded only where somebody needs the teacher: it takes the words of the reports. */
const Card = lazy(async () => {
  const [{ Card }] = await Promise.all([import('./card.tsx'), loadNamespaces(['report'])])
  return { default: Card }
})
const QuietDocuments = lazy(async () => {
  const [{ QuietDocuments }] = await Promise.all([
    import('./quiet-documents.tsx'),
    loadNamespaces(['report']),
  ])
  return { default: QuietDocuments }
})

interface OverviewProps {
  target: OverviewTarget
  /** The query of a report's address, so that its back link leads here. */
  origin: string
  /** How many cards are shown before the others are asked for. */
  cards: number
  /** All documents of the target, where the page knows them: those that need nobody fold below the cards. */
  documents?: readonly Document[] | undefined
}

/**
 * One sentence that says who needs the teacher, and cards for them alone. Renders nothing if there is nothing
 * to say; its space is kept while it loads.
 */
export function Overview({ target, origin, cards, documents }: OverviewProps) {
  const { t } = useTranslation('overview')
  const { data, isError } = useOverview(target)
  const section = useRef<HTMLElement>(null)
  useRememberedHeight(target, section, data !== undefined)
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const step = (by: 1 | -1) =>
    focusNext([...(list.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])], by)
  useKeys({ j: () => step(1), k: () => step(-1) })
  if (!data && !isError) return <Reserved height={reservedHeight(target)} />
  if (!data || data.documents === 0) return null
  const shown = showsAll ? data.cards : data.cards.slice(0, cards)
  return (
    <section ref={section} className={classes.overview} aria-label={t('title')}>
      <Summary data={data} isRecent={!target.class_group_id && !target.batch_id} />
      <Suspense fallback={<Placeholders cards={shown} />}>
        {shown.length > 0 && (
          <ul ref={list} className={classes.cards} aria-label={t('cards')}>
            {shown.map((card) => (
              <Card key={card.document.id} card={card} origin={origin} namesClass={!target.class_group_id} />
            ))}
          </ul>
        )}
        {shown.length < data.cards.length && (
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {t('showAll', { count: data.cards.length })}
          </Button>
        )}
        {documents && (data.cannot_tell > 0 || data.nothing > 0) && (
          <QuietDocuments documents={documents} cards={data.cards} origin={origin} />
        )}
      </Suspense>
    </section>
  )
}

/** The space of the cards until their words are loaded. */
function Placeholders({ cards }: Pick<OverviewData, 'cards'>) {
  return (
    <div className={classes.cards} aria-hidden="true">
      {cards.map(({ document }) => (
        <div key={document.id} className={classes.placeholder} />
      ))}
    </div>
  )
}

function Reserved({ height }: { height: number }) {
  return height === 0 ? null : <div className={classes.reserved} style={{ height }} aria-hidden="true" />
}

/** How much was read, and what that means in one sentence. */
function Summary({ data, isRecent }: { data: OverviewData; isRecent: boolean }) {
  const { t, i18n } = useTranslation('overview')
  const shown = (count: number) => formatNumber(i18n, count)
  const done = data.documents - data.pending - data.failed
  const counts = countsSentence(t, data, shown)
  const parts = [
    t('read', { count: data.documents, done: shown(done), total: shown(data.documents) }),
    t('words', { count: data.words, shown: shown(data.words) }),
    ...(data.failed > 0 ? [t('failed', { count: data.failed, shown: shown(data.failed) })] : []),
  ]
  return (
    <div>
      <p className={classes.read}>
        {isRecent && `${t('recent')} `}
        {parts.join(' · ')}
      </p>
      {counts && (
        <p className={classes.sum}>
          <b>{counts.look}</b>
          {`${counts.others}.`} <Sharing data={data} />
          {data.replied > 0 && !isRecent && (
            <>
              {' '}
              <Link to="/cases">{t('sum.replied', { count: data.replied, shown: shown(data.replied) })}</Link>
            </>
          )}
        </p>
      )}
      {counts && <Bar data={data} />}
    </div>
  )
}

/** Links to the passages that are shared. */
function Sharing({ data: { sharing } }: { data: OverviewData }): ReactNode {
  const { t, i18n } = useTranslation('overview')
  if (sharing === null) return null
  const { documents, words, class_group_id, batch_id } = sharing
  const address =
    class_group_id === null
      ? `/uploads/${encodeURIComponent(batch_id ?? '')}/shared-passages`
      : `/classes/${encodeURIComponent(class_group_id)}/shared-passages`
  const figures = { count: documents, shown: formatNumber(i18n, documents), words: formatNumber(i18n, words) }
  return <Link to={address}>{t(documents <= 2 ? 'sum.sharingTwo' : 'sum.sharing', figures)}</Link>
}

/** The proportions of the sentence above, which says the same in words. */
function Bar({ data: { needs_look, cannot_tell, nothing, decided } }: { data: OverviewData }) {
  const parts = [
    ['look', needs_look],
    ['cannot', cannot_tell],
    ['nothing', nothing + decided],
  ] as const
  return (
    <div className={classes.bar} aria-hidden="true">
      {parts.map(
        ([part, count]) => count > 0 && <span key={part} data-part={part} style={{ flexGrow: count }} />,
      )}
    </div>
  )
}
