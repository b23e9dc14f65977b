import { routes, type SupportInput, type SupportReceipt } from '@penmark/contract'
import { call } from '../../lib/call/call.ts'
import { postPublic } from '../../lib/call/post-public.ts'

export function sendMessage(input: SupportInput, isSignedIn: boolean): Promise<SupportReceipt> {
  return isSignedIn ? call(routes.contactSupport, input) : postPublic(routes.contactPublic, input)
}

export async function readSupportEmail(): Promise<string> {
  return (await call(routes.readSettings, {})).support_email
}
