/**
 * The parts of the public pages that React hydrates, each with its i18n namespace. The rest stays as built.
 */
export const islandNamespaces = {
  demo: 'demo',
  banner: 'cookies',
  support: 'support',
  cookies: 'cookies',
} as const

export type IslandId = keyof typeof islandNamespaces

export const isIslandId = (text: string | undefined): text is IslandId =>
  text !== undefined && Object.hasOwn(islandNamespaces, text)

/** React's ids must be the same on the server and in the browser, and differ between a page's islands. */
export const prefixOf = (id: IslandId) => `${id}-`
