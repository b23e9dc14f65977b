import i18next from 'i18next'

/** Loads a screen's namespaces once i18next is initialised and the language is known. */
export async function loadNamespaces(namespaces: string[]): Promise<void> {
  if (!i18next.isInitialized) await new Promise<void>((resolve) => i18next.on('initialized', () => resolve()))
  await i18next.loadNamespaces(namespaces)
}
