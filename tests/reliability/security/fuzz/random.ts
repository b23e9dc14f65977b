/** Random choices that are the same in every run with the same seed (mulberry32). */
export interface Random {
  /** An integer from 0 to below `end`. */
  below(end: number): number
  /** One of these. */
  pick<T>(choices: readonly T[]): T
  /** This many of the choices, each at most once, in their order. */
  sample<T>(choices: readonly T[], count: number): T[]
  /** True in one of this many cases on average. */
  oneIn(times: number): boolean
}

/** A seed from text: the same text gives the same seed (FNV-1a). */
export function seedOf(words: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(words)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick: (choices) => {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('There is nothing to pick from.')
      return choice
    },
    sample: (choices, count) => {
      let wanted = count
      return choices.filter((_, nth) => {
        const isTaken = below(choices.length - nth) < wanted
        if (isTaken) wanted -= 1
        return isTaken
      })
    },
    oneIn: (times) => below(times) === 0,
  }
}
