import { Problem, type SupportInput, type SupportReceipt, siteRoutes } from '@penmark/contract'
import { call, postPublic } from '../../../lib/call/call.ts'
import { isSignedIn } from '../../../lib/call/headers.ts'

/** Sends a message from the signed-in account, so that support knows who wrote it, or else as a visitor. */
export async function sendMessage(input: SupportInput): Promise<SupportReceipt> {
  if (!(await isSignedIn())) return postPublic(siteRoutes.contactPublic, input)
  return call(siteRoutes.contactSupport, input).catch((error: unknown) => {
    // People who cannot sign in need support most.
    if (error instanceof Problem && error.code === 'not_signed_in')
      return postPublic(siteRoutes.contactPublic, input)
    throw error
  })
}
