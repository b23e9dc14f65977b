/** The ids from one to the other, both included, in the order of the list; only `to` where `from` is not in the list. */
export function rangeOf(order: readonly string[], from: string | null, to: string): string[] {
  const end = order.indexOf(to)
  if (end === -1) return []
  const start = from === null ? -1 : order.indexOf(from)
  if (start === -1) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** The set with the id added, or without it where it was in. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
