/** Gives the access token of whoever is signed in, or null; throws a Problem when it cannot be renewed now. */
export type TokenSource = () => Promise<string | null>

let source: TokenSource = async () => null

/** Names the session that calls speak for; returns a function that takes the name back. */
export function speakFor(session: TokenSource): () => void {
  source = session
  return () => {
    if (source === session) source = async () => null
  }
}

/** The header that proves who calls; empty when nobody is signed in. */
export async function bearer(): Promise<Record<string, string>> {
  const token = await source()
  return token ? { authorization: `Bearer ${token}` } : {}
}
