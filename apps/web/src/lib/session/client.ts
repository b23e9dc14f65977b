import { describe, isForged, isRefusal, results, type SessionCode, type SessionFailure } from './failure.ts'
import type { IdTokenCheck, Manager, SignedInUser } from './oidc-client.ts'
import { decodeState, encodeState, type SignInState, sameOriginPath } from './state.ts'
import { refreshDelayMs, retryDelayMs } from './timing.ts'
import { type SessionUser, toSessionUser } from './user.ts'
import { userKeyPrefix } from './user-key.ts'

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated' | 'unavailable'

export interface SessionState {
  status: SessionStatus
  user: SessionUser | null
  /** The last failure, until something succeeds. */
  failure: SessionFailure | null
}

export interface ClientParts {
  manager: Manager
  checkIdToken: IdTokenCheck
  onFailure: (failure: SessionFailure) => void
  /** Called when a sign-in returns, with the event and the page the person wanted. The session counts as open once this resolves. */
  onReturn: (state: SignInState) => Promise<void> | void
  onChange: (state: SessionState) => void
}

const lockName = 'penmark-session'
/** A token that expires sooner than this is renewed before use. */
const enoughSeconds = 5

/** 16 characters of 96 random bits. The library made by the hosted provider uses as many; the protocol asks that nobody can guess them. */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

const secondsLeft = ({ expires_at }: SignedInUser) => (expires_at === undefined ? 0 : expires_at - Math.floor(Date.now() / 1_000))

/** The session of this browser: one sign-in, kept fresh, in step with the other tabs. */
export class SessionClient {
  readonly #parts: ClientParts
  #state: SessionState = { status: 'loading', user: null, failure: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Set while the browser is being redirected to the provider: a second redirect would break the first. */
  #isLeaving = false

  constructor(parts: ClientParts) {
    this.#parts = parts
  }

  get state(): SessionState {
    return this.#state
  }

  /** Completes the sign-in in the address, or resumes the stored session. Listens to browser events until `close`. */
  async start(): Promise<void> {
    document.addEventListener('visibilitychange', this.#whenVisible)
    window.addEventListener('storage', this.#whenStored)
    window.addEventListener('pageshow', this.#whenShown)
    window.addEventListener('online', this.#whenOnline)
    const query = new URLSearchParams(window.location.search)
    const isReturn = query.has('state') && (query.has('code') || query.has('error'))
    await (isReturn ? this.#finish(query) : this.#resume())
  }

  close(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#whenVisible)
    window.removeEventListener('storage', this.#whenStored)
    window.removeEventListener('pageshow', this.#whenShown)
    window.removeEventListener('online', this.#whenOnline)
  }

  signIn(returnTo?: string): Promise<void> {
    return this.#depart('login', 'ERR_LOGIN', returnTo)
  }

  register(returnTo?: string): Promise<void> {
    return this.#depart('register', 'ERR_REGISTER', returnTo)
  }

  /** Clears the local session at once, then ends the one at the provider. */
  async signOut(): Promise<void> {
    if (this.#isLeaving) return
    this.#isLeaving = true
    try {
      const user = await this.#parts.manager.getUser()
      await this.#forget()
      await this.#parts.manager.signoutRedirect(user?.id_token ? { id_token_hint: user.id_token } : {})
    } catch (error) {
      this.#isLeaving = false
      this.#fail('ERR_LOGOUT', describe(error))
      this.#show({ status: 'unavailable' })
    }
  }

  /** Clears only the local session, when the provider's has ended already. */
  async forget(): Promise<void> {
    await this.#forget()
  }

  /** A valid access token, or null when nobody is signed in. Throws when it cannot be renewed now. */
  async accessToken(): Promise<string | null> {
    const user = await this.#parts.manager.getUser()
    if (!user) return null
    if (secondsLeft(user) > enoughSeconds) return user.access_token
    return (await this.#refresh())?.access_token ?? null
  }

  async #depart(event: SignInState['event'], code: SessionCode, returnTo: string | undefined): Promise<void> {
    if (this.#isLeaving) return
    this.#isLeaving = true
    const address = sameOriginPath(returnTo)
    try {
      await this.#parts.manager.signinRedirect({
        nonce: newNonce(),
        url_state: encodeState(address === undefined ? { event } : { event, returnTo: address }),
        ui_locales: document.documentElement.lang || navigator.language,
        ...(event === 'register' ? { prompt: 'create' } : {}),
      })
    } catch (error) {
      this.#isLeaving = false
      this.#fail(code, describe(error))
      if (this.#state.status !== 'authenticated') this.#show({ status: 'unavailable' })
    }
  }

  async #finish(query: URLSearchParams): Promise<void> {
    const state = this.#readState(query)
    const address = window.location.href
    // A code works once: remove it, so that a reload does not try it again.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    try {
      const user = await this.#exchange(address)
      await this.#parts.onReturn(state)
      this.#keep(user)
    } catch (error) {
      this.#fail('ERR_CODE_EXCHANGE', describe(error))
      // Anybody can forge a link with a code, so a failure must not sign anyone out.
      await this.#resume()
    }
  }

  #readState(query: URLSearchParams): SignInState {
    try {
      const [, own = ''] = (query.get('state') ?? '').split(';')
      return decodeState(own)
    } catch (error) {
      this.#fail('ERR_STATE_PARSE', describe(error))
      return { event: 'login' }
    }
  }

  async #exchange(address: string): Promise<SignedInUser> {
    const { manager, checkIdToken } = this.#parts
    const user = await manager.signinRedirectCallback(address).catch((error: unknown) => {
      throw new Error(toResult(error), { cause: error })
    })
    if (!user.access_token) throw new Error(results.noAccessToken)
    await checkIdToken(user).catch(async (error: unknown) => {
      await manager.removeUser()
      throw error
    })
    return user
  }

  async #resume(): Promise<void> {
    const user = await this.#parts.manager.getUser()
    if (!user) return this.#show({ status: 'unauthenticated', user: null })
    if (secondsLeft(user) > enoughSeconds) {
      this.#keep(user)
      return
    }
    // If the provider does not respond, stay signed in; the next call or retry decides.
    await this.#refresh().catch(() => this.#keepStale(user))
  }

  /**
   * Renews the tokens, once per browser: a tab that waited takes what the other one got. Answers null when the provider ended the
   * session; throws when it could not be asked.
   */
  async #refresh(): Promise<SignedInUser | null> {
    const seen = await this.#parts.manager.getUser()
    return navigator.locks.request(lockName, async () => {
      const { manager, checkIdToken } = this.#parts
      const before = await manager.getUser()
      if (!before) {
        this.#forgetHere()
        return null
      }
      if (seen !== null && before.access_token !== seen.access_token) return this.#keep(before)
      try {
        if (!before.refresh_token) throw new Error(results.noRefreshToken)
        const user = await manager.signinSilent()
        if (!user?.access_token) throw new Error(results.noAccessToken)
        await checkIdToken(user)
        return this.#keep(user)
      } catch (error) {
        return this.#whenNotRefreshed(error, before)
      }
    })
  }

  async #whenNotRefreshed(error: unknown, before: SignedInUser): Promise<null> {
    const words = !before.refresh_token ? results.noRefreshToken : `${results.refresh}: ${describe(error)}`
    this.#fail('ERR_REFRESH', words)
    if (isRefusal(error) || isForged(error) || !before.refresh_token) {
      await this.#forget()
      return null
    }
    this.#failures += 1
    this.#schedule(retryDelayMs(this.#failures))
    throw error
  }

  #keep(user: SignedInUser): SignedInUser {
    this.#failures = 0
    this.#schedule(refreshDelayMs(secondsLeft(user)))
    this.#show({ status: 'authenticated', user: toSessionUser(user), failure: null })
    return user
  }

  #keepStale(user: SignedInUser): void {
    this.#show({ status: 'authenticated', user: toSessionUser(user) })
  }

  async #forget(): Promise<void> {
    await this.#parts.manager.removeUser()
    this.#forgetHere()
  }

  #forgetHere(): void {
    clearTimeout(this.#timer)
    this.#show({ status: 'unauthenticated', user: null })
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#refreshQuietly, delayMs)
  }

  // The failure was reported to `onFailure` already, and a retry is scheduled.
  readonly #refreshQuietly = () => {
    this.#refresh().catch(() => undefined)
  }

  readonly #whenVisible = () => {
    if (document.visibilityState === 'visible' && this.#state.status === 'authenticated') this.#refreshQuietly()
  }

  readonly #whenOnline = () => {
    if (this.#failures > 0) this.#refreshQuietly()
  }

  /** Another tab signed in, refreshed or signed out. */
  readonly #whenStored = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(userKeyPrefix)) return
    void this.#parts.manager.getUser().then((user) => {
      if (user) this.#keep(user)
      else if (this.#state.status === 'authenticated') this.#forgetHere()
    })
  }

  /** Restored from the back-forward cache: the page is as it was, but the session may have changed. */
  readonly #whenShown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    this.#isLeaving = false
    void this.#resume()
  }

  #fail(code: SessionCode, description: string): void {
    const failure = { code, description }
    this.#parts.onFailure(failure)
    this.#show({ failure })
  }

  #show(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    this.#parts.onChange(this.#state)
  }
}

/** Maps the library's errors on return from a sign-in to the specification's messages. */
function toResult(error: unknown): string {
  const message = describe(error)
  if (/^No (matching )?state/.test(message) || /State does not match/.test(message)) return results.badState
  if (/Expected code/.test(message)) return results.noCode
  if (/code_verifier is required/i.test(message)) return results.noVerifier
  return `${results.exchange}: ${message}`
}
