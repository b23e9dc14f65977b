import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type admin from '../../../public/locales/en-GB/admin.json'
import type analytics from '../../../public/locales/en-GB/analytics.json'
import type bin from '../../../public/locales/en-GB/bin.json'
import type cases from '../../../public/locales/en-GB/cases.json'
import type classes from '../../../public/locales/en-GB/classes.json'
import type cookies from '../../../public/locales/en-GB/cookies.json'
import type dashboard from '../../../public/locales/en-GB/dashboard.json'
import type demo from '../../../public/locales/en-GB/demo.json'
import type documents from '../../../public/locales/en-GB/documents.json'
import type integrations from '../../../public/locales/en-GB/integrations.json'
import type overlap from '../../../public/locales/en-GB/overlap.json'
import type overview from '../../../public/locales/en-GB/overview.json'
import type privacy from '../../../public/locales/en-GB/privacy.json'
import type problem from '../../../public/locales/en-GB/problem.json'
import type profile from '../../../public/locales/en-GB/profile.json'
import type report from '../../../public/locales/en-GB/report.json'
import type restore from '../../../public/locales/en-GB/restore.json'
import type shell from '../../../public/locales/en-GB/shell.json'
import type site from '../../../public/locales/en-GB/site.json'
import type start from '../../../public/locales/en-GB/start.json'
import type students from '../../../public/locales/en-GB/students.json'
import type subscriptions from '../../../public/locales/en-GB/subscriptions.json'
import type support from '../../../public/locales/en-GB/support.json'
import type ui from '../../../public/locales/en-GB/ui.json'
import type welcome from '../../../public/locales/en-GB/welcome.json'
import type writingRecord from '../../../public/locales/en-GB/writing-record.json'
import type writingRoom from '../../../public/locales/en-GB/writing-room.json'
import type writingTasks from '../../../public/locales/en-GB/writing-tasks.json'
import { onConsent } from '../consent/consent.ts'
import {
  fallbackLanguage,
  type Language,
  languageStorageKey,
  languages,
  nearestLanguage,
  removeLanguageWithoutConsent,
  storeLanguage,
} from './languages.ts'

// A key that en-GB lacks is a type error. Add a line here for each new namespace.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    keySeparator: false
    resources: {
      admin: typeof admin
      analytics: typeof analytics
      bin: typeof bin
      cases: typeof cases
      classes: typeof classes
      cookies: typeof cookies
      dashboard: typeof dashboard
      demo: typeof demo
      documents: typeof documents
      integrations: typeof integrations
      overlap: typeof overlap
      overview: typeof overview
      privacy: typeof privacy
      problem: typeof problem
      profile: typeof profile
      report: typeof report
      restore: typeof restore
      shell: typeof shell
      site: typeof site
      start: typeof start
      students: typeof students
      subscriptions: typeof subscriptions
      support: typeof support
      ui: typeof ui
      welcome: typeof welcome
      'writing-room': typeof writingRoom
      'writing-record': typeof writingRecord
      'writing-tasks': typeof writingTasks
    }
  }
}

/** The stored choice, or else the first of the browser's languages that is on offer. */
function initialLanguage(): string {
  try {
    const stored = localStorage.getItem(languageStorageKey)
    if (stored !== null) return nearestLanguage(stored)
  } catch {
    // Storage may be forbidden.
  }
  return nearestLanguage(...navigator.languages)
}

/**
 * Stores the detected language for the next visit. A choice that another tab stored while this page was
 * loading wins.
 */
function storeDetectedLanguage(language: string): void {
  try {
    if (localStorage.getItem(languageStorageKey) === null) localStorage.setItem(languageStorageKey, language)
  } catch {
    // Storage may be forbidden.
  }
}

/** The texts that every screen needs. */
const frameNamespaces = ['ui', 'shell', 'problem']

/** Shown while the texts themselves cannot be fetched, so these few are part of the program. */
const waitingWords: Record<Language, string> = {
  'en-GB': 'The server cannot be reached. This page opens as soon as it answers.',
  'en-US': 'The server cannot be reached. This page opens as soon as it answers.',
  'fr-FR': 'Le serveur est injoignable. Cette page s’ouvrira dès qu’il répondra.',
}

/**
 * Initialises i18next with the files in /locales/{language}/{namespace}.json. The stored choice wins over the
 * browser's language. While the frame's own texts cannot be fetched, `onWait` is told what to show instead.
 */
export async function startTranslation(
  translation: i18n = i18next,
  onWait: (words: string) => void = () => undefined,
): Promise<i18n> {
  const setPageLanguage = (language: string) => document.documentElement.setAttribute('lang', language)
  translation.on('languageChanged', setPageLanguage)
  translation.on('languageChanged', (language) => {
    // The language detected at the start is not a choice.
    if (translation.isInitialized) storeLanguage(language)
    else storeDetectedLanguage(language)
    // Deleted again when the visitor refuses preferences.
    removeLanguageWithoutConsent()
  })
  onConsent(removeLanguageWithoutConsent)
  await translation
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: initialLanguage(),
      supportedLngs: [...languages],
      fallbackLng: fallbackLanguage,
      load: 'currentOnly',
      ns: frameNamespaces,
      defaultNS: 'ui',
      keySeparator: false,
      interpolation: { escapeValue: false },
    })
  while (missingOf(translation, frameNamespaces).length > 0) {
    onWait(waitingWords[nearestLanguage(translation.language)])
    await translation.loadNamespaces(frameNamespaces)
  }
  return translation
}

/** The namespaces that are loaded neither in the current language nor in the fallback. */
function missingOf(translation: i18n, namespaces: readonly string[]): string[] {
  const isLoaded = (namespace: string) =>
    [translation.language, fallbackLanguage].some((language) =>
      translation.hasResourceBundle(language, namespace),
    )
  return namespaces.filter((namespace) => !isLoaded(namespace))
}

/**
 * A screen's texts could not be fetched, for example because the server was restarting. Without them it would
 * show their keys.
 */
export class MissingWords extends Error {
  override readonly name = 'MissingWords'
}

/**
 * Loads a screen's namespaces. i18next asks for them only once it is initialised; until then their files are
 * fetched beside its own.
 */
export async function loadNamespaces(namespaces: string[]): Promise<void> {
  if (!i18next.isInitialized) for (const namespace of namespaces) fetchAhead(initialLanguage(), namespace)
  if (!i18next.isInitialized) await new Promise<void>((resolve) => i18next.on('initialized', () => resolve()))
  await i18next.loadNamespaces(namespaces)
  const missing = missingOf(i18next, namespaces)
  if (missing.length > 0) throw new MissingWords(`These texts could not be loaded: ${missing.join(', ')}.`)
}

const addressOf = (language: string, namespace: string) => `/locales/${language}/${namespace}.json`

const ahead = new Map<string, Promise<Response>>()

/** Fetches texts before i18next asks for them. */
export function fetchAhead(language: string, namespace: string): void {
  const address = addressOf(language, namespace)
  const response = fetch(address)
  ahead.set(address, response)
  // i18next asks again for what could not be fetched.
  response.catch(() => ahead.delete(address))
}

/**
 * Reads /locales/{language}/{namespace}.json. i18next's own backend and language detector would be 5 kB of
 * every page's script.
 */
export const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const read = async () => {
      let translations: ResourceKey
      try {
        const address = addressOf(language, namespace)
        const fetched = ahead.get(address)
        ahead.delete(address)
        const response = await (fetched ?? fetch(address))
        if (!response.ok) throw new Error(`The translations of ${namespace} answered ${response.status}.`)
        translations = (await response.json()) as ResourceKey
      } catch (error) {
        // `true` asks i18next to try again.
        done(error instanceof Error ? error : String(error), true)
        return
      }
      done(null, translations)
    }
    void read()
  },
}
