import { z } from 'zod'
import { callOutside } from '../observe/call-outside.ts'

export interface Recaptcha {
  readonly siteKey: string
  /** Whether Google vouches for the token. A failure to ask counts as no. */
  verify(token: string): Promise<boolean>
}

export interface RecaptchaOptions {
  siteKey: string
  secretKey: string
  /** Host that the widget stood on; a token solved elsewhere is refused. */
  hostname: string
  onError: (error: unknown) => void
  url?: string
  answerWithinMs?: number
}

const Verdict = z.object({ success: z.boolean(), hostname: z.string().optional() })

/** The visitor's address is not passed on. */
export function createRecaptcha({
  siteKey,
  secretKey,
  hostname,
  onError,
  url = 'https://www.google.com/recaptcha/api/siteverify',
  answerWithinMs = 5_000,
}: RecaptchaOptions): Recaptcha {
  return {
    siteKey,
    async verify(token) {
      try {
        const body = new URLSearchParams({ secret: secretKey, response: token })
        const verdict = await callOutside(
          { service: 'recaptcha', withinMs: answerWithinMs },
          async ({ signal }) => {
            const response = await fetch(url, { method: 'POST', body, signal, redirect: 'error' })
            return Verdict.parse(await response.json())
          },
        )
        return verdict.success && verdict.hostname === hostname
      } catch (error) {
        onError(error)
        return false
      }
    },
  }
}
