import { Secret, TOTP } from 'otpauth'

/** An authenticator app with the key shown on a page; for tests only. */
export function createAuthenticator(page: string) {
  const typed = /<p class="key"[^>]*>.*?<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]
  if (typed === undefined) throw new Error('The page shows no key.')
  const totp = new TOTP({ secret: Secret.fromBase32(typed.replaceAll(' ', '')) })
  return {
    typed,
    /** The code shown at a moment. */
    codeAt: (now: Date) => totp.generate({ timestamp: now.getTime() }),
  }
}

/** The recovery codes shown on a page. */
export const recoveryCodesOf = (page: string): string[] =>
  [...page.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code = '']) => code)
