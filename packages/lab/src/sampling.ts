/** The members of each group, in order. */
export function grouped<T, K>(all: Iterable<T>, groupOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groupOf(one)
    const list = groups.get(group)
    if (list === undefined) groups.set(group, [one])
    else list.push(one)
  }
  return groups
}

/** Random numbers in [0, 1) that depend only on the seed (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** Shuffles in place (Fisher and Yates). */
export function shuffle<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const held = items[i] as T
    items[i] = items[other] as T
    items[other] = held
  }
  return items
}
