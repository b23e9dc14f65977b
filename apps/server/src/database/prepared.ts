import pg from 'pg'

/** A statement seen so often will be seen again. */
const worthANameFrom = 3
/** Each session of the server keeps every named statement, some ten kB each. */
const mostNames = 200

/** Names for statements that come again and again; null for all others. */
export function createNames(): (text: string) => string | null {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= mostNames) return null
    const times = (seen.get(text) ?? 0) + 1
    if (times < worthANameFrom) {
      // Statements that come once are forgotten now and then, so that they take no memory.
      if (seen.size > 10 * mostNames) seen.clear()
      seen.set(text, times)
      return null
    }
    seen.delete(text)
    const next = `s${names.size}`
    names.set(text, next)
    return next
  }
}

const isConfig = (first: unknown): first is pg.QueryConfig =>
  typeof first === 'object' && first !== null && 'text' in first && !('submit' in first) && !('name' in first && first.name)

/**
 * A session that lets the server keep what it has read and planned of statements that come often: planning a list of documents takes the server as
 * long as giving it.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = createNames()
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...given: unknown[]) => unknown
      const query = (first: unknown, ...rest: unknown[]) => {
        const text = typeof first === 'string' ? first : isConfig(first) ? first.text : null
        const name = text !== null && Array.isArray(rest[0]) && rest[0].length > 0 ? nameOf(text) : null
        return name === null ? send(first, ...rest) : send({ ...(isConfig(first) ? first : { text }), name }, ...rest)
      }
      this.query = query as typeof this.query
    }
  }
}
