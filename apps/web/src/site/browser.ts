import { onConsent } from '../lib/consent/consent.ts'
import { removeHiddenNoticesWithoutConsent } from '../lib/consent/hidden-notices.ts'
import { closeMenu } from './enhance/menu.ts'
import { followMarketingConsent } from './enhance/pixel.ts'
import { changePrices } from './enhance/prices.ts'
import { chooseScheme } from './enhance/scheme.ts'
import { isIslandId } from './islands/island.ts'

closeMenu()
chooseScheme()
changePrices()
followMarketingConsent()
onConsent(removeHiddenNoticesWithoutConsent)

const places = [...document.querySelectorAll<HTMLElement>('[data-island]')].flatMap((element) => {
  const id = element.dataset.island
  return isIslandId(id) ? [{ id, element }] : []
})
// After the first paint, which does not wait for React.
window.addEventListener('load', () => void import('./islands/hydrate.tsx').then(({ hydrateIslands }) => hydrateIslands(places)))
