import type { OverviewCard } from '@penmark/contract'

/** A row of the queue. */
export interface Row {
  card: OverviewCard
  /** The other text of a pair that needs the teacher for the same passage alone. */
  other: OverviewCard | null
}

const isForSharing = ({ document, case: inCase }: OverviewCard) =>
  document.standing_reasons[0] === 'shared' && inCase === null

/** Two texts that share a passage are one row; all others are a row each. */
export function rowsOf(cards: readonly OverviewCard[]): Row[] {
  const rows: Row[] = []
  const paired = new Set<string>()
  for (const card of cards) {
    if (paired.has(card.document.id)) continue
    const other =
      cards.find(
        (each) =>
          isForSharing(card) &&
          isForSharing(each) &&
          each.document.id === card.shared?.document.id &&
          each.shared?.document.id === card.document.id,
      ) ?? null
    if (other) paired.add(other.document.id)
    rows.push({ card, other })
  }
  return rows
}
