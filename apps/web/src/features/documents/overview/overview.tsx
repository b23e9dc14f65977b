import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { loadNamespaces } from '../../../lib/i18n/i18n.ts'
import { focusNext, useKeys } from '../../../ui/keys/keys.ts'
import classes from './overview.module.css'
import { type OverviewTarget, useOverview } from './queries.ts'
import { reservedHeight, useRememberedHeight } from './reserved-height.ts'
import { type Row, rowsOf } from './rows.ts'
import { Summary } from './summary.tsx'

/** Loaded only where somebody needs the teacher: it takes the words of the reports. */
const Queue = lazy(async () => {
  const [{ Queue }] = await Promise.all([import('./queue.tsx'), loadNamespaces(['report'])])
  return { default: Queue }
})

/** Loaded only where something waits for words that are there. */
const WaitingOffer = lazy(() => import('./waiting-offer.tsx'))

interface OverviewProps {
  target: OverviewTarget
  /** The query of a report's address, so that its back link leads here. */
  origin: string
  /** How many cards are shown before the others are asked for. */
  cards: number
}

/**
 * One sentence that says who needs the teacher, and cards for them alone. Renders nothing if there is nothing
 * to say; its space is kept while it loads.
 */
export function Overview({ target, origin, cards }: OverviewProps) {
  const { t, i18n } = useTranslation('overview')
  const { data, isError } = useOverview(target)
  const section = useRef<HTMLElement>(null)
  useRememberedHeight(target, section, data !== undefined)
  const [showsAll, setShowsAll] = useState(false)
  const [hasPutAway, setHasPutAway] = useState(false)
  const step = (by: 1 | -1) =>
    focusNext([...(section.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])], by)
  useKeys({ j: () => step(1), k: () => step(-1) })
  if (!data && !isError) return <Reserved height={reservedHeight(target)} />
  if (!data || data.figures.documents === 0) return null
  const rows = rowsOf(data.cards)
  const shown = showsAll ? rows : rows.slice(0, cards)
  // Texts, as the sentence counts them: a pair is one row.
  const [texts, total] = [data.cards.length, data.figures.needs_you]
  const values = { count: texts, shown: formatNumber(i18n, texts), total: formatNumber(i18n, total) }
  return (
    <section ref={section} className={classes.overview} aria-label={t('title')}>
      <Summary
        data={data}
        linksReplies={target.class_group_id !== undefined || target.batch_id !== undefined}
      />
      <Suspense fallback={<Placeholders rows={shown} />}>
        {data.readable && <WaitingOffer readable={data.readable} target={target} />}
        {shown.length > 0 && (
          <Queue
            rows={shown}
            groups={data.sharing_groups}
            origin={origin}
            namesClass={target.class_group_id === undefined}
            onPutAway={() => setHasPutAway(true)}
          />
        )}
      </Suspense>
      {shown.length < rows.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {t(texts < total ? 'showMost' : 'showAll', values)}
        </Button>
      )}
      {hasPutAway && data.figures.needs_you === 0 && <p className={classes.finished}>{t('sum.done')}</p>}
    </section>
  )
}

/** The space of the cards until their words are loaded. */
function Placeholders({ rows }: { rows: readonly Row[] }) {
  return (
    <div className={classes.cards} aria-hidden="true">
      {rows.map(({ card }) => (
        <div key={card.document.id} className={classes.placeholder} />
      ))}
    </div>
  )
}

function Reserved({ height }: { height: number }) {
  return height === 0 ? null : <div className={classes.reserved} style={{ height }} aria-hidden="true" />
}
