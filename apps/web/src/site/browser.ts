// The pages are written by the build; their styles come from here.
import './site.css'
import '../features/public-site/educator/educator.module.css'
import '../features/public-site/evidence/evidence.module.css'
import '../features/public-site/frame/frame.module.css'
import '../features/public-site/home/home.module.css'
import '../features/public-site/pricing/pricing.module.css'
import '../features/public-site/prose.module.css'
import '../features/public-site/technology/technology.module.css'
import '../features/cookies/cookies.module.css'
import '../features/cookies/crumbs.module.css'
import '../features/demo/demo.module.css'
import '../features/support/support.module.css'
import '../ui/plain/plain.module.css'
import { closeMenu } from './enhance/menu.ts'
import { changePrices } from './enhance/prices.ts'
import { chooseScheme } from './enhance/scheme.ts'
import { isIslandId } from './islands/island.ts'

closeMenu()
chooseScheme()
changePrices()

const places = [...document.querySelectorAll<HTMLElement>('[data-island]')].flatMap((element) => {
  const id = element.dataset.island
  return isIslandId(id) ? [{ id, element }] : []
})
// After the page has been painted: nothing of it waits for React.
window.addEventListener('load', () => void import('./islands/awaken.tsx').then(({ awaken }) => awaken(places)))
