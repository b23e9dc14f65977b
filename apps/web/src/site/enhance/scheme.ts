import { colourSchemeKey, removeColourSchemeWithoutConsent, storeColourScheme } from '../../lib/consent/colour-scheme.ts'
import { onConsent } from '../../lib/consent/consent.ts'

/** Lets a reader choose between light and dark; the choice is shared with the application. */
export function chooseScheme(): void {
  const label = document.querySelector<HTMLElement>('[data-scheme]')
  const select = label?.querySelector('select')
  if (!label || !select) return
  removeColourSchemeWithoutConsent()
  onConsent(removeColourSchemeWithoutConsent)
  select.value = localStorage.getItem(colourSchemeKey) ?? 'auto'
  label.hidden = false
  select.addEventListener('change', () => {
    storeColourScheme(select.value)
    const isDark = select.value === 'dark' || (select.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  })
}
