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
