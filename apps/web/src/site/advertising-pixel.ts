import { onConsent, readConsent } from '../lib/consent/consent.ts'

/** The server writes the operator's URL here; empty for none. */
const selector = 'meta[name="advertising-pixel"]'

/**
 * Loads the operator's advertising pixel once a visitor allows marketing cookies, and removes it when they no longer do. Returns a function
 * that stops this.
 */
export function followMarketingConsent(): () => void {
  const address = document.querySelector<HTMLMetaElement>(selector)?.content
  if (!address) return () => undefined
  let pixel: HTMLImageElement | null = null
  const follow = () => {
    const isAllowed = readConsent()?.marketing === true
    if (!isAllowed) {
      pixel?.remove()
      pixel = null
    } else if (pixel === null) {
      pixel = new Image(1, 1)
      pixel.alt = ''
      pixel.hidden = true
      pixel.dataset.advertisingPixel = ''
      pixel.src = address
      document.body.append(pixel)
    }
  }
  follow()
  return onConsent(follow)
}
