/** What the address of the student's page names. */
export interface OpenedLink {
  /** The secret of a personal link, or the name of a text that is opened from a learning platform; what this device keeps is filed under it. */
  token: string
  /** Given once by a learning platform; null later, and for personal links. */
  session: string | null
  isFromPlatform: boolean
}

const fromPlatform = /^(lti\.[\da-f-]{36})(?:\.([\w-]{43}))?$/

/**
 * Reads the fragment, which browsers send to nobody. The session of a learning platform is taken out of the address, so that nobody finds
 * it in the history of a shared computer.
 */
export function readLink(): OpenedLink {
  const fragment = decodeURIComponent(window.location.hash.slice(1))
  const [, token, session = null] = fromPlatform.exec(fragment) ?? []
  if (token === undefined) return { token: fragment, session: null, isFromPlatform: false }
  if (session !== null) window.history.replaceState(null, '', `#${token}`)
  return { token, session, isFromPlatform: true }
}
