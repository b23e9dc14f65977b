import type { ReactElement } from 'react'

export const islandIds = ['demo', 'banner', 'support', 'cookies'] as const
/** A part of a public page that React hydrates; the rest stays as built. */
export type IslandId = (typeof islandIds)[number]

export interface Island {
  /** Its i18n namespace. */
  namespace: 'demo' | 'cookies' | 'support'
  show: () => ReactElement
}

export const isIslandId = (text: string | undefined): text is IslandId => islandIds.some((id) => id === text)
/** React's ids must be the same on the server and in the browser, and differ between a page's islands. */
export const prefixOf = (id: IslandId) => `${id}-`
