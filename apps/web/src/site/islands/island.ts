import type { ReactElement } from 'react'

export const islandIds = ['demo', 'banner', 'support', 'cookies'] as const
/** A part of a public page that React brings to life; the rest of the page stays as the build wrote it. */
export type IslandId = (typeof islandIds)[number]

export interface Island {
  /** The words it speaks. */
  namespace: 'demo' | 'cookies' | 'support'
  show: () => ReactElement
}

export const isIslandId = (text: string | undefined): text is IslandId => islandIds.some((id) => id === text)
/** React's ids must be the same in the written page and in the browser, and differ between the islands of a page. */
export const prefixOf = (id: IslandId) => `${id}-`
