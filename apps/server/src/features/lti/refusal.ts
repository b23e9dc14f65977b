import type { LtiRefusal } from '@penmark/contract'

/** A refused launch or notice, with the reason shown. */
export class LtiRefusalError extends Error {
  override readonly name = 'LtiRefusalError'
  readonly reason: LtiRefusal
  /** Set when a launch is valid except for its deployment. */
  readonly deploymentId: string | undefined

  constructor(reason: LtiRefusal, options?: ErrorOptions & { deploymentId?: string }) {
    super(`A launch was refused: ${reason}`, options)
    this.reason = reason
    this.deploymentId = options?.deploymentId
  }
}
