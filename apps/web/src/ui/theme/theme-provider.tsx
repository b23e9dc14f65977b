import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import './mantine.css'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { onConsent } from '../../lib/consent/consent.ts'
import { colourSchemeKey, removeColourSchemeWithoutConsent, storeColourScheme } from '../../lib/consent/stored-preferences.ts'
import './fonts.css'
import './tokens.css'
import { makeTheme, themeVariables } from './theme.ts'

const colourScheme = { ...localStorageColorSchemeManager({ key: colourSchemeKey }), set: storeColourScheme }

/** The look of everything below it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const close = t('close')
  useEffect(() => {
    removeColourSchemeWithoutConsent()
    return onConsent(removeColourSchemeWithoutConsent)
  }, [])
  const theme = useMemo(() => makeTheme({ close }), [close])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colourScheme}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}

declare global {
  // The global that libraries read when they add style elements.
  var __webpack_nonce__: string | undefined
}

/** The page's style nonce: only style elements with it are applied. Empty when the server sets none. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

globalThis.__webpack_nonce__ = styleNonce()
