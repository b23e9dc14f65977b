/** One door through which bytes of strangers come in. */
export interface Target {
  name: string
  /** Good inputs, from which the others are made. */
  seeds: readonly Buffer[]
  /** Words of the format. */
  words: readonly string[]
  /** Inputs are no longer than this, in bytes. */
  mostBytes: number
  /** An input that brings this text through the door, for one that takes text: tried with long texts of a single class of characters. */
  holding?(text: string): Buffer
  /** Throws where the door let something through that it should not have, or fell. A refusal in our own words is none. */
  run(input: Buffer): Promise<void> | void
  /** Whether a promise that failed and that nobody waited for is known and caught where the product runs this door. */
  expectsLost?(error: unknown): boolean
  close?(): Promise<void>
}

export type OpenTarget = () => Promise<Target> | Target

/** The input was let through though a rule of ours forbids it. */
class BrokenRuleError extends Error {
  override readonly name = 'BrokenRuleError'
}

export function demand(holds: boolean, rule: string): void {
  if (!holds) throw new BrokenRuleError(rule)
}
