import { onConsent, readConsent } from '../lib/consent/consent.ts'

/** The server writes the operator's URL here; empty for none. */
const urlSelector = 'meta[name="advertising-pixel"]'

/**
 * Loads the operator's advertising pixel while the visitor allows marketing cookies, and removes it
 * otherwise. Returns a function that stops this.
 */
export function followMarketingConsent(): () => void {
  const url = document.querySelector<HTMLMetaElement>(urlSelector)?.content
  if (!url) return () => undefined
  let pixel: HTMLImageElement | null = null
  const update = () => {
    const isAllowed = readConsent()?.marketing === true
    if (!isAllowed) {
      pixel?.remove()
      pixel = null
    } else if (pixel === null) {
      pixel = new Image(1, 1)
      pixel.alt = ''
      pixel.hidden = true
      pixel.dataset.advertisingPixel = ''
      pixel.src = url
      document.body.append(pixel)
    }
  }
  update()
  return onConsent(update)
}
