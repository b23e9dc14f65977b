import i18next from 'i18next'

/** Fetches the words of a screen, once translation has started and knows the language. */
export async function loadNamespaces(namespaces: string[]): Promise<void> {
  if (!i18next.isInitialized) await new Promise<void>((resolve) => i18next.on('initialized', () => resolve()))
  await i18next.loadNamespaces(namespaces)
}
