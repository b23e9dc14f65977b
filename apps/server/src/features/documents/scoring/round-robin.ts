/** A queue that serves owners in turn, however many items each has. */
export interface RoundRobin<T> {
  readonly length: number
  push(owner: string, item: T): void
  /** Puts an item before all others of its owner, who is served next. */
  unshift(owner: string, item: T): void
  /** At most so many, and none after the first that does not fit with those before it. */
  take(maximum: number, fits?: (next: T, taken: readonly T[]) => boolean): T[]
  /** Removes an item, if it is in the queue. */
  remove(owner: string, item: T): void
  clear(): T[]
}

export function createRoundRobin<T>(): RoundRobin<T> {
  /** In the order of their next turn. */
  let waiting = new Map<string, T[]>()
  let length = 0

  const take = (maximum: number, fits: (next: T, taken: readonly T[]) => boolean = () => true): T[] => {
    const taken: T[] = []
    for (let [next] = waiting; next !== undefined && taken.length < maximum; [next] = waiting) {
      const [owner, items] = next
      const item = items[0] as T
      if (taken.length > 0 && !fits(item, taken)) break
      taken.push(item)
      items.shift()
      waiting.delete(owner)
      if (items.length > 0) waiting.set(owner, items)
      length -= 1
    }
    return taken
  }

  return {
    get length() {
      return length
    },
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
