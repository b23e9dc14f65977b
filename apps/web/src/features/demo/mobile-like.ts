import { useSyncExternalStore } from 'react'

export interface Device {
  userAgent: string
  /** Of the window, in CSS pixels. */
  width: number
  height: number
}

const phone = /iPhone|iPod|Android.*Mobile|Windows Phone|BlackBerry|Opera Mini|IEMobile/i
const phoneWidth = 480
const tabletWidth = 1_024

/** A phone, a window as narrow as one, or a tablet in portrait: nothing can be dropped there. */
export function isMobileLike({ userAgent, width, height }: Device): boolean {
  if (phone.test(userAgent) || width <= phoneWidth) return true
  return height > width && width <= tabletWidth && !/Windows/i.test(userAgent)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

const isHere = () => isMobileLike({ userAgent: navigator.userAgent, width: window.innerWidth, height: window.innerHeight })

/** False until hydration, then updated with the window's size. */
export function useMobileLike(): boolean {
  return useSyncExternalStore(subscribe, isHere, () => false)
}
