import type { OverviewCard, SharingGroup } from '@penmark/contract'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { focusNext, useKeys } from '../../../ui/keys/keys.ts'
import { Card, useOdds } from './card.tsx'
import classes from './overview.module.css'
import type { Row } from './rows.ts'
import { pairAddress } from './summary.tsx'

interface QueueProps {
  rows: readonly Row[]
  /** Who shares passages with whom. */
  groups: readonly SharingGroup[]
  /** The query of a report's address. */
  origin: string
  /** Names the class of the text, where the page does not. */
  namesClass: boolean
  /** A card was put away. */
  onPutAway: () => void
}

/** Everything that needs a person, the strongest reason first. Two texts that share passages are one row. */
export function Queue({ rows, groups, origin, namesClass, onPutAway }: QueueProps) {
  const { t } = useTranslation('overview')
  const list = useRef<HTMLUListElement>(null)
  const act = (action: 'talk' | 'done') => () =>
    list.current?.querySelector<HTMLElement>(`li:focus-within [data-action="${action}"]`)?.click()
  useKeys({ t: act('talk'), d: act('done') })
  const step = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null) return
    event.preventDefault()
    focusNext([...(list.current?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])], by)
  }
  const oddsOf = useOdds()
  const odds = rows.map(({ card }) => oddsOf(card))
  const [first, ...others] = odds
  // A figure holds for the texts that it was measured on: where the cards differ, each says its own.
  const isForAll = first && others.length > 0 && others.every((each) => each?.measured === first.measured)
  const forAll = isForAll ? first.sentence : undefined
  return (
    <>
      {forAll !== undefined && <p className={classes.soft}>{forAll}</p>}
      <ul ref={list} className={classes.cards} aria-label={t('cards')} onKeyDown={step}>
        {rows
          .map((row) => inOrderOf(groups, row))
          .map(({ card, other }) => (
            <Card
              key={card.document.id}
              card={card}
              other={other}
              pair={pairOf(groups, card, other)}
              origin={origin}
              namesClass={namesClass}
              saysOdds={forAll === undefined}
              onPutAway={onPutAway}
            />
          ))}
      </ul>
    </>
  )
}

/** The group whose first two members, who share most, are the two texts of the row. */
function groupOf(groups: readonly SharingGroup[], { card, other }: Row): SharingGroup | undefined {
  const ids = [card.document.id, other?.document.id]
  return groups.find(({ members }) => members.slice(0, 2).every(({ id }) => ids.includes(id)))
}

/** Names the two texts of a row in the order in which the sentence above does. */
function inOrderOf(groups: readonly SharingGroup[], row: Row): Row {
  const [first] = groupOf(groups, row)?.members ?? []
  return row.other && first?.id === row.other.document.id ? { card: row.other, other: row.card } : row
}

/** Where the two texts of a row stand beside each other; null if another pair of their group shares more. */
function pairOf(groups: readonly SharingGroup[], card: OverviewCard, other: OverviewCard | null) {
  const group = groupOf(groups, { card, other })
  return group && other ? pairAddress(card.document.id, group) : null
}
