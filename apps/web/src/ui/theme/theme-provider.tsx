import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toastFadesForMs } from '../toast/toast.ts'
import './fonts.css'
import './tokens.css'
import { styleNonce } from './style-nonce.ts'
import { makeTheme, themeVariables } from './theme.ts'

const colourScheme = localStorageColorSchemeManager({ key: 'penmark.colour-scheme' })

/** Look and toasts for everything below it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const close = t('close')
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
      {/* Stacked, because only that layout pauses for the keyboard's focus as well as for the pointer. */}
      <Notifications layout="stacked" position="bottom-right" transitionDuration={toastFadesForMs} limit={4} />
    </MantineProvider>
  )
}
