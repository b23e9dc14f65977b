import { z } from 'zod'

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
}

const Verdict = z.object({ success: z.boolean(), hostname: z.string().optional() })

/** The visitor's address is not passed on. */
export function createRecaptcha({
  siteKey,
  secretKey,
  hostname,
  onError,
  url = 'https://www.google.com/recaptcha/api/siteverify',
}: RecaptchaOptions): Recaptcha {
  return {
    siteKey,
    async verify(token) {
      try {
        const body = new URLSearchParams({ secret: secretKey, response: token })
        const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(5_000), redirect: 'error' })
        const verdict = Verdict.parse(await response.json())
        return verdict.success && verdict.hostname === hostname
      } catch (error) {
        onError(error)
        return false
      }
    },
  }
}
