import type { LtiRefusal } from '@penmark/contract'

/** A launch or a notice that is not followed, with the reason that is told. */
export class LtiRefusalError extends Error {
  override readonly name = 'LtiRefusalError'
  readonly reason: LtiRefusal
  /** Of a launch that is good but for the deployment it comes from. */
  readonly deploymentId: string | undefined

  constructor(reason: LtiRefusal, options?: ErrorOptions & { deploymentId?: string }) {
    super(`A launch was refused: ${reason}`, options)
    this.reason = reason
    this.deploymentId = options?.deploymentId
  }
}
