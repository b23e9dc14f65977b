import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brand } from '@penmark/contract'
import { createFormatters, type Formatters } from '@penmark/wording'
import i18next from 'i18next'
import { localesFolder } from '../lib/release.ts'
import { defaultLocale, type Locale, nearestLocale } from '../locale/locale.ts'
import { texts } from '../locale/texts.ts'

/** The texts of one language, and how it writes numbers and dates. */
export interface Wording {
  language: Locale
  t(key: string, values?: Record<string, unknown>): string
  format: Formatters
  /** The time zone of all times, for display. */
  zone: string
}

async function readTexts(language: Locale): Promise<Record<string, string>> {
  const page = async (name: string) =>
    JSON.parse(await readFile(path.join(localesFolder, language, `${name}.json`), 'utf8')) as Record<
      string,
      string
    >
  const prefixed = async (name: string, prefix: string) =>
    Object.fromEntries(
      Object.entries(await page(name)).map(([key, text]) => [`${prefix}.${key}`, text] as const),
    )
  const otherTexts = {
    ...(await prefixed('cases', 'cases')),
    ...(await prefixed('writing-record', 'writing')),
  }
  return {
    ...(await page('report')),
    ...otherTexts,
    ...texts[language].print,
    ...texts[language].evidencePack,
  }
}

/** The zone if this machine knows it, else UTC. */
function knownZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/**
 * Loads the texts of the report, of cases (as `cases.*`) and of writing records (as `writing.*`), so that the
 * PDF and the pages say the same. `time_zone` is an IANA name.
 */
export async function loadWording(tag: string, time_zone?: string): Promise<Wording> {
  const language = nearestLocale(tag)
  const loaded = i18next.createInstance()
  await loaded.init({
    lng: language,
    fallbackLng: defaultLocale,
    resources: {
      [language]: { report: await readTexts(language) },
      'en-GB': { report: await readTexts('en-GB') },
    },
    ns: ['report'],
    defaultNS: 'report',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, defaultVariables: { brand: brand.name } },
  })
  const t = (key: string, values: Record<string, unknown> = {}) => loaded.t(key, values)
  const words = {
    over: (share: string) => t('score.over', { share }),
    under: (share: string) => t('score.under', { share }),
  }
  const timeZone = knownZone(time_zone)
  const zone = timeZone === 'UTC' ? 'UTC' : timeZone.replaceAll('_', ' ')
  return { language, t, format: createFormatters(language, { timeZone, words }), zone }
}
