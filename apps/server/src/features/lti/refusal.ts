import type { LtiRefusal } from '@penmark/contract'

/** A launch that is not followed, with the reason that its teacher is told. */
export class LtiRefusalError extends Error {
  override readonly name = 'LtiRefusalError'
  readonly reason: LtiRefusal

  constructor(reason: LtiRefusal, options?: ErrorOptions) {
    super(`A launch was refused: ${reason}`, options)
    this.reason = reason
  }
}
