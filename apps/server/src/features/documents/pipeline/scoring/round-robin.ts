/** A queue that serves owners in turn, however many items each has. */
export interface RoundRobin<T> {
  readonly length: number
  /** Whether the owner has an item in the queue. */
  has(owner: string): boolean
  push(owner: string, item: T): void
  /** Puts an item before all others of its owner, who is served next. */
  unshift(owner: string, item: T): void
  /** At most so many, and none after the first that does not fit with those before it. */
  take(maximum: number, fits?: (next: T, taken: readonly T[]) => boolean): T[]
  /** The next item of the owner with the most items. */
  takeFromLongest(): T[]
  /** Everything in the queue, in no particular order. */
  items(): Iterable<T>
  /** Removes an item, if it is in the queue. */
  remove(owner: string, item: T): void
  clear(): T[]
}

export function createRoundRobin<T>(): RoundRobin<T> {
  /** In the order of their next turn. */
  let waiting = new Map<string, T[]>()
  let length = 0

  const takeOf = (owner: string, items: T[]): T => {
    const item = items.shift() as T
    waiting.delete(owner)
    if (items.length > 0) waiting.set(owner, items)
    length -= 1
    return item
  }
  const take = (maximum: number, fits: (next: T, taken: readonly T[]) => boolean = () => true): T[] => {
    const taken: T[] = []
    for (let [next] = waiting; next !== undefined && taken.length < maximum; [next] = waiting) {
      const [owner, items] = next
      if (taken.length > 0 && !fits(items[0] as T, taken)) break
      taken.push(takeOf(owner, items))
    }
    return taken
  }

  return {
    get length() {
      return length
    },
    has: (owner) => waiting.has(owner),
    push(owner, item) {
      const items = waiting.get(owner)
      if (items) items.push(item)
      else waiting.set(owner, [item])
      length += 1
    },
    unshift(owner, item) {
      const items = waiting.get(owner) ?? []
      waiting.delete(owner)
      waiting = new Map([[owner, [item, ...items]], ...waiting])
      length += 1
    },
    take,
    takeFromLongest() {
      const [first, ...others] = waiting
      if (first === undefined) return []
      const [owner, items] = others.reduce(
        (longest, next) => (next[1].length > longest[1].length ? next : longest),
        first,
      )
      return [takeOf(owner, items)]
    },
    *items() {
      for (const items of waiting.values()) yield* items
    },
    remove(owner, item) {
      const items = waiting.get(owner)
      const index = items?.indexOf(item) ?? -1
      if (items === undefined || index < 0) return
      items.splice(index, 1)
      if (items.length === 0) waiting.delete(owner)
      length -= 1
    },
    clear: () => take(length),
  }
}
