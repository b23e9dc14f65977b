import pg from 'pg'

/** A statement seen this often is worth preparing. */
const worthANameFrom = 3
/** Each server session keeps every prepared statement, at about 10 kB each. */
const mostNames = 200

/** Names for frequent statements; null for all others. */
export function createNames(): (text: string) => string | null {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= mostNames) return null
    const times = (seen.get(text) ?? 0) + 1
    if (times < worthANameFrom) {
      // Drop the counts now and then, so that statements seen once take no memory.
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
 * A session that prepares frequent statements on the server: planning the query of a document list takes as long as running it.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = createNames()
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...args: unknown[]) => unknown
      const query = (first: unknown, ...rest: unknown[]) => {
        const text = typeof first === 'string' ? first : isConfig(first) ? first.text : null
        const name = text !== null && Array.isArray(rest[0]) && rest[0].length > 0 ? nameOf(text) : null
        return name === null ? send(first, ...rest) : send({ ...(isConfig(first) ? first : { text }), name }, ...rest)
      }
      this.query = query as typeof this.query
    }
  }
}
