import { CookiePreferences } from '../../features/cookies/cookie-preferences.tsx'
import type { Island } from './island.ts'

export const island: Island = { namespace: 'cookies', show: () => <CookiePreferences /> }
