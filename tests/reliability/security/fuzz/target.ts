/** An entry point for untrusted bytes. */
export interface Target {
  name: string
  /** Valid inputs, from which the others are derived. */
  seeds: readonly Buffer[]
  /** Keywords of the format. */
  words: readonly string[]
  /** Maximum length of an input in bytes. */
  maxBytes: number
  /**
   * An input that carries this text, for a target that accepts text: used with long texts of a single
   * character class.
   */
  withText?(text: string): Buffer
  /**
   * Throws where the target accepted something it should not have, or crashed. A refusal in our own words is
   * fine.
   */
  run(input: Buffer): Promise<void> | void
  /** Whether an unhandled rejection is known and handled where the product runs this code. */
  expectsUnhandled?(error: unknown): boolean
  close?(): Promise<void>
}

export type OpenTarget = () => Promise<Target> | Target

/** The input was accepted although one of our rules forbids it. */
class BrokenRuleError extends Error {
  override readonly name = 'BrokenRuleError'
}

export function assertRule(holds: boolean, rule: string): void {
  if (!holds) throw new BrokenRuleError(rule)
}
