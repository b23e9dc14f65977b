import { isMarkedExpired, markExpired, removeExpiredMark } from './expired-mark.ts'
import {
  describe,
  describeExchangeError,
  isForged,
  isRefusal,
  messages,
  type SessionCode,
  type SessionFailure,
} from './failure.ts'
import type { IdTokenCheck, Manager, SignedInUser } from './oidc-client.ts'
import {
  decodeSignInState,
  encodeSignInState,
  type SignInState,
  sameOriginPath,
  toBase64Url,
} from './sign-in-state.ts'
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

export interface ClientOptions {
  manager: Manager
  checkIdToken: IdTokenCheck
  onFailure: (failure: SessionFailure) => void
  /**
   * Called when a sign-in returns, with the event and the page the person wanted. The session counts as open
   * once this resolves.
   */
  onReturn: (state: SignInState) => Promise<void> | void
  onChange: (state: SessionState) => void
}

const lockName = 'penmark-session'
/** A token that expires sooner than this is renewed before use. */
const minimumSecondsLeft = 5

/**
 * 16 characters with 96 random bits, as in the hosted provider's own library. The protocol requires that
 * nobody can guess it.
 */
function newNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(12)))
}

const secondsLeft = ({ expires_at }: SignedInUser) =>
  expires_at === undefined ? 0 : expires_at - Math.floor(Date.now() / 1_000)

/** The session of this browser: one sign-in whose tokens are renewed, in step with the other tabs. */
export class SessionClient {
  readonly #options: ClientOptions
  #state: SessionState = { status: 'loading', user: null, failure: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Set while the browser is being redirected to the provider: a second redirect would break the first. */
  #isRedirecting = false

  constructor(options: ClientOptions) {
    this.#options = options
  }

  get state(): SessionState {
    return this.#state
  }

  /**
   * Completes the sign-in in the address, or resumes the stored session. Listens to browser events until
   * `close`.
   */
  async start(): Promise<void> {
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
    window.addEventListener('storage', this.#onStorage)
    window.addEventListener('pageshow', this.#onPageShow)
    window.addEventListener('online', this.#onOnline)
    const query = new URLSearchParams(window.location.search)
    const isReturn = query.has('state') && (query.has('code') || query.has('error'))
    await (isReturn ? this.#completeSignIn(query) : this.#resume())
  }

  close(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    window.removeEventListener('storage', this.#onStorage)
    window.removeEventListener('pageshow', this.#onPageShow)
    window.removeEventListener('online', this.#onOnline)
  }

  signIn(returnTo?: string): Promise<void> {
    return this.#redirectToProvider('login', 'ERR_LOGIN', returnTo)
  }

  register(returnTo?: string): Promise<void> {
    return this.#redirectToProvider('register', 'ERR_REGISTER', returnTo)
  }

  /** Clears the local session at once, then ends the one at the provider. */
  async signOut(): Promise<void> {
    if (this.#isRedirecting) return
    this.#isRedirecting = true
    // An earlier failure to renew must not make this look like a session that expired.
    this.#setState({ failure: null })
    try {
      const user = await this.#options.manager.getUser()
      await this.#removeUser()
      await this.#options.manager.signoutRedirect(user?.id_token ? { id_token_hint: user.id_token } : {})
    } catch (error) {
      this.#isRedirecting = false
      this.#reportFailure('ERR_LOGOUT', describe(error))
      this.#setState({ status: 'unavailable' })
    }
  }

  /** Clears only the local session, when the provider's has ended already. */
  async forget(): Promise<void> {
    this.#setState({ failure: null })
    await this.#removeUser()
  }

  /** A valid access token, or null when nobody is signed in. Throws when the token cannot be renewed now. */
  async accessToken(): Promise<string | null> {
    const user = await this.#options.manager.getUser()
    if (!user) return null
    if (secondsLeft(user) > minimumSecondsLeft) return user.access_token
    return (await this.#refresh())?.access_token ?? null
  }

  async #redirectToProvider(
    event: SignInState['event'],
    code: SessionCode,
    returnTo: string | undefined,
  ): Promise<void> {
    if (this.#isRedirecting) return
    this.#isRedirecting = true
    const path = sameOriginPath(returnTo)
    try {
      await this.#options.manager.signinRedirect({
        nonce: newNonce(),
        url_state: encodeSignInState(path === undefined ? { event } : { event, returnTo: path }),
        ui_locales: document.documentElement.lang || navigator.language,
        ...(event === 'register' ? { prompt: 'create' } : {}),
      })
    } catch (error) {
      this.#isRedirecting = false
      // The page of an expired session keeps what was typed, and its button can be tried again.
      if (this.#state.failure?.code === 'ERR_REFRESH' && this.#state.status === 'unauthenticated')
        return this.#options.onFailure({ code, description: describe(error) })
      this.#reportFailure(code, describe(error))
      if (this.#state.status !== 'authenticated') this.#setState({ status: 'unavailable' })
    }
  }

  async #completeSignIn(query: URLSearchParams): Promise<void> {
    const signInState = this.#readSignInState(query)
    const address = window.location.href
    // A code works once: remove it, so that a reload does not try it again.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    try {
      const user = await this.#exchange(address)
      await this.#options.onReturn(signInState)
      this.#setUser(user)
    } catch (error) {
      this.#reportFailure('ERR_CODE_EXCHANGE', describe(error))
      // Anybody can forge a link with a code, so a failure must not sign anyone out.
      await this.#resume()
    }
  }

  #readSignInState(query: URLSearchParams): SignInState {
    try {
      // oidc-client-ts sends its own id, a semicolon and our `url_state` as the parameter.
      const [, encoded = ''] = (query.get('state') ?? '').split(';')
      return decodeSignInState(encoded)
    } catch (error) {
      this.#reportFailure('ERR_STATE_PARSE', describe(error))
      return { event: 'login' }
    }
  }

  async #exchange(address: string): Promise<SignedInUser> {
    const { manager, checkIdToken } = this.#options
    const user = await manager.signinRedirectCallback(address).catch((error: unknown) => {
      throw new Error(describeExchangeError(error), { cause: error })
    })
    if (!user.access_token) throw new Error(messages.noAccessToken)
    await checkIdToken(user).catch(async (error: unknown) => {
      await manager.removeUser()
      throw error
    })
    return user
  }

  async #resume(): Promise<void> {
    const user = await this.#options.manager.getUser()
    if (!user) return this.#setState({ status: 'unauthenticated', user: null })
    if (secondsLeft(user) > minimumSecondsLeft) {
      this.#setUser(user)
      return
    }
    // If the provider does not respond, stay signed in; the next call or retry decides.
    await this.#refresh().catch(() => this.#setStaleUser(user))
  }

  /**
   * Renews the tokens, once per browser: a tab that waited for another takes over its tokens. Returns null
   * when the provider ended the session; throws when the provider could not be reached.
   */
  async #refresh(): Promise<SignedInUser | null> {
    const known = await this.#options.manager.getUser()
    return navigator.locks.request(lockName, async () => {
      const { manager, checkIdToken } = this.#options
      const before = await manager.getUser()
      if (!before) {
        this.#endElsewhere()
        return null
      }
      if (known !== null && before.access_token !== known.access_token) return this.#setUser(before)
      try {
        if (!before.refresh_token) throw new Error(messages.noRefreshToken)
        const user = await manager.signinSilent()
        if (!user?.access_token) throw new Error(messages.noAccessToken)
        await checkIdToken(user)
        return this.#setUser(user)
      } catch (error) {
        return this.#onRefreshFailed(error, before)
      }
    })
  }

  async #onRefreshFailed(error: unknown, before: SignedInUser): Promise<null> {
    const description = !before.refresh_token
      ? messages.noRefreshToken
      : `${messages.refresh}: ${describe(error)}`
    this.#reportFailure('ERR_REFRESH', description)
    if (isRefusal(error) || isForged(error) || !before.refresh_token) {
      markExpired()
      await this.#removeUser()
      return null
    }
    this.#failures += 1
    this.#schedule(retryDelayMs(this.#failures))
    throw error
  }

  #setUser(user: SignedInUser): SignedInUser {
    this.#failures = 0
    // Read from the storage, it may still be the user of the session that expired.
    if (secondsLeft(user) > minimumSecondsLeft) removeExpiredMark()
    this.#schedule(refreshDelayMs(secondsLeft(user)))
    this.#setState({ status: 'authenticated', user: toSessionUser(user), failure: null })
    return user
  }

  #setStaleUser(user: SignedInUser): void {
    this.#setState({ status: 'authenticated', user: toSessionUser(user) })
  }

  async #removeUser(): Promise<void> {
    await this.#options.manager.removeUser()
    this.#clearState()
  }

  #clearState(): void {
    clearTimeout(this.#timer)
    this.#setState({ status: 'unauthenticated', user: null })
  }

  /** Another tab removed the user: because the session expired, or because somebody signed out. */
  #endElsewhere(): void {
    clearTimeout(this.#timer)
    const failure = { code: 'ERR_REFRESH' as const, description: messages.refresh }
    this.#setState({ status: 'unauthenticated', user: null, ...(isMarkedExpired() && { failure }) })
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#refreshQuietly, delayMs)
  }

  // The failure was reported to `onFailure` already, and a retry is scheduled.
  readonly #refreshQuietly = () => {
    this.#refresh().catch(() => undefined)
  }

  readonly #onVisibilityChange = () => {
    if (document.visibilityState === 'visible' && this.#state.status === 'authenticated')
      this.#refreshQuietly()
  }

  readonly #onOnline = () => {
    if (this.#failures > 0) this.#refreshQuietly()
  }

  /** Another tab signed in, refreshed or signed out. */
  readonly #onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(userKeyPrefix)) return
    void this.#options.manager.getUser().then((user) => {
      if (user) this.#setUser(user)
      else if (this.#state.status === 'authenticated') this.#endElsewhere()
    })
  }

  /** Restored from the back-forward cache: the page is as it was, but the session may have changed. */
  readonly #onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    this.#isRedirecting = false
    void this.#resume()
  }

  #reportFailure(code: SessionCode, description: string): void {
    const failure = { code, description }
    this.#options.onFailure(failure)
    this.#setState({ failure })
  }

  #setState(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    this.#options.onChange(this.#state)
  }
}
