import {
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  MantineContext,
  type MantineThemeOverride,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import './mantine.css'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  colourSchemeKey,
  onConsent,
  removeColourSchemeWithoutConsent,
  storeColourScheme,
} from '../../lib/consent/consent.ts'
import './fonts.css'
import './tokens.css'
import classes from './theme.module.css'

const rootElement = () => document.documentElement

const colourScheme = { ...localStorageColorSchemeManager({ key: colourSchemeKey }), set: storeColourScheme }

/**
 * Provides the theme and the colour scheme, as Mantine's own provider does. That one also computes the
 * theme's variables and adds them to the page in the browser; here they are a part of the styles
 * (theme-variables.css).
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const close = t('close')
  useEffect(() => {
    removeColourSchemeWithoutConsent()
    return onConsent(removeColourSchemeWithoutConsent)
  }, [])
  useEffect(() => rootElement().setAttribute('data-respect-reduced-motion', 'true'), [])
  const theme = useMemo(() => makeTheme({ close }), [close])
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager: colourScheme,
    getRootElement: rootElement,
  })
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement: rootElement,
        getStyleNonce: styleNonce,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
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

const petrol: MantineColorsTuple = [
  '#e9f4f3',
  '#d3e8e6',
  '#a9d3cf',
  '#7cbdb7',
  '#55a9a2',
  '#35948d',
  '#1f7d77',
  '#146665',
  '#0f5655',
  '#0b4443',
]
const gray: MantineColorsTuple = [
  '#f8f6f1',
  '#f1eee7',
  '#e6e2d9',
  '#d8d3c8',
  '#c4beb1',
  '#a39c8e',
  '#6d665b',
  '#5b554c',
  '#3b3731',
  '#1c1a17',
]
const dark: MantineColorsTuple = [
  '#edeae3',
  '#d3cec4',
  '#b5afa3',
  '#857e72',
  '#4a463f',
  '#37332e',
  '#292622',
  '#201e1b',
  '#171614',
  '#100f0e',
]

/** Otherwise the header of a dialog would be a banner landmark. */
const noBannerRole = { header: { role: 'presentation' } }

/** Translated labels for screen readers. */
interface ThemeLabels {
  close: string
}

/** Mantine with our defaults. Missing accessible names of its components are added here. */
export function makeTheme({ close }: ThemeLabels): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': close }
  return createTheme({
    colors: { petrol, gray, dark },
    primaryColor: 'petrol',
    primaryShade: { light: 7, dark: 6 },
    autoContrast: true,
    black: '#1c1a17',
    fontFamily: 'var(--sans)',
    headings: {
      fontFamily: 'var(--sans)',
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.625rem', lineHeight: '1.25' },
        h2: { fontSize: '1.25rem', lineHeight: '1.3' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.625rem' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // Plain objects instead of each component's `extend`, whose import would pull the component into the
    // first bundle.
    components: {
      Button: { defaultProps: { fw: 600 }, classNames: { root: classes.action ?? '' } },
      ActionIcon: { classNames: { root: classes.action ?? '' } },
      Input: { classNames: { wrapper: classes.field ?? '' } },
      InputWrapper: { classNames: { label: classes.label ?? '' } },
      CloseButton: { defaultProps: closeButtonProps },
      Modal: {
        defaultProps: {
          closeButtonProps,
          centered: true,
          padding: 'lg',
          transitionProps: { duration: 150 },
          overlayProps: { backgroundOpacity: 0.45 },
          attributes: noBannerRole,
        },
        classNames: { title: classes.title ?? '' },
      },
      Drawer: {
        defaultProps: { closeButtonProps, transitionProps: { duration: 180 }, attributes: noBannerRole },
      },
      // Inside its landmark, and without Mantine's focusable placeholder, which a menu may not contain.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
      Notification: { defaultProps: { closeButtonProps } },
    },
  })
}
