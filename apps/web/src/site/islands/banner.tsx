import { CookieBanner } from '../../features/cookies/cookie-banner.tsx'
import type { Island } from './island.ts'

export const island: Island = { namespace: 'cookies', show: () => <CookieBanner /> }
