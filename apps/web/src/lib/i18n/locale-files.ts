import type { BackendModule, ResourceKey } from 'i18next'

/** Reads /locales/{language}/{namespace}.json. i18next's own backend and language detector would be 5 kB of every page's script. */
export const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const read = async () => {
      let words: ResourceKey
      try {
        const response = await fetch(`/locales/${language}/${namespace}.json`)
        if (!response.ok) throw new Error(`The words of ${namespace} answered ${response.status}.`)
        words = (await response.json()) as ResourceKey
      } catch (error) {
        // `true` asks i18next to try again.
        done(error instanceof Error ? error : String(error), true)
        return
      }
      done(null, words)
    }
    void read()
  },
}
