/**
 * How an owner's next file is read: like all others' work, or after it, because they have many files or had a
 * slow one.
 */
export type Standing = 'usual' | 'busy' | 'slow'

/** How long after a slow file its owner's files give way from their start. */
const slowOwnerMs = 60_000
/**
 * What one owner's files may take of a processor at once, a few essays, and which share of one from then on.
 */
const allowance = { ms: 300, share: 0.1 } as const

interface Usage {
  /** How many of the owner's files are being read. */
  reading: number
  /** What they took of the processor, less what has been paid off since. */
  debtMs: number
  debtAtMs: number
  slowUntilMs: number
}

export interface OwnerUsage {
  /** A file is about to be read. */
  begin(owner: string | undefined): Standing
  /** It was read, which took this long of a processor. */
  end(owner: string | undefined, usedMs: number): void
  /** A file turned out to be slow. */
  noteSlow(owner: string | undefined): void
}

/**
 * Remembers what each owner's files took of the processor lately, so that many files of one owner do not
 * delay the few of others.
 */
export function createOwnerUsage(nowMs: () => number = () => performance.now()): OwnerUsage {
  const owners = new Map<string, Usage>()
  const debtOf = ({ debtMs, debtAtMs }: Usage) => Math.max(0, debtMs - (nowMs() - debtAtMs) * allowance.share)
  const forgetIdle = () => {
    for (const [owner, usage] of owners) {
      if (usage.reading === 0 && debtOf(usage) === 0 && nowMs() >= usage.slowUntilMs) owners.delete(owner)
    }
  }
  const usageOf = (owner: string): Usage => {
    const usage = owners.get(owner) ?? { reading: 0, debtMs: 0, debtAtMs: nowMs(), slowUntilMs: 0 }
    owners.set(owner, usage)
    return usage
  }
  const standingOf = (usage: Usage): Standing => {
    if (nowMs() < usage.slowUntilMs) return 'slow'
    return usage.reading > 0 || debtOf(usage) > allowance.ms ? 'busy' : 'usual'
  }
  return {
    begin(owner) {
      forgetIdle()
      if (owner === undefined) return 'usual'
      const usage = usageOf(owner)
      const standing = standingOf(usage)
      usage.reading += 1
      return standing
    },
    end(owner, usedMs) {
      if (owner === undefined) return
      const usage = usageOf(owner)
      usage.reading -= 1
      usage.debtMs = debtOf(usage) + usedMs
      usage.debtAtMs = nowMs()
    },
    noteSlow(owner) {
      if (owner !== undefined) usageOf(owner).slowUntilMs = nowMs() + slowOwnerMs
    },
  }
}
