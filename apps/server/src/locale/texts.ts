import { brand } from '@penmark/contract'
import i18next from 'i18next'
import britishEmails from './en-GB/emails.json' with { type: 'json' }
import britishEvidencePack from './en-GB/evidence-pack.json' with { type: 'json' }
import britishExports from './en-GB/exports.json' with { type: 'json' }
import britishIdentity from './en-GB/identity.json' with { type: 'json' }
import britishLti from './en-GB/lti.json' with { type: 'json' }
import britishPrint from './en-GB/print.json' with { type: 'json' }
import britishSamples from './en-GB/samples.json' with { type: 'json' }
import britishStudentPage from './en-GB/student-page.json' with { type: 'json' }
import britishTestPayments from './en-GB/test-payments.json' with { type: 'json' }
import americanEmails from './en-US/emails.json' with { type: 'json' }
import americanEvidencePack from './en-US/evidence-pack.json' with { type: 'json' }
import americanExports from './en-US/exports.json' with { type: 'json' }
import americanIdentity from './en-US/identity.json' with { type: 'json' }
import americanLti from './en-US/lti.json' with { type: 'json' }
import americanPrint from './en-US/print.json' with { type: 'json' }
import americanSamples from './en-US/samples.json' with { type: 'json' }
import americanStudentPage from './en-US/student-page.json' with { type: 'json' }
import americanTestPayments from './en-US/test-payments.json' with { type: 'json' }
import { fileWordsIn } from './file-words.ts'
import frenchEmails from './fr-FR/emails.json' with { type: 'json' }
import frenchEvidencePack from './fr-FR/evidence-pack.json' with { type: 'json' }
import frenchExports from './fr-FR/exports.json' with { type: 'json' }
import frenchIdentity from './fr-FR/identity.json' with { type: 'json' }
import frenchLti from './fr-FR/lti.json' with { type: 'json' }
import frenchPrint from './fr-FR/print.json' with { type: 'json' }
import frenchSamples from './fr-FR/samples.json' with { type: 'json' }
import frenchStudentPage from './fr-FR/student-page.json' with { type: 'json' }
import frenchTestPayments from './fr-FR/test-payments.json' with { type: 'json' }
import { defaultLocale, type Locale } from './locale.ts'

const british = {
  emails: britishEmails,
  evidencePack: britishEvidencePack,
  exports: britishExports,
  identity: britishIdentity,
  lti: britishLti,
  print: britishPrint,
  samples: britishSamples,
  studentPage: britishStudentPage,
  testPayments: britishTestPayments,
}

/**
 * One file per surface and locale, as on the web: British English is complete, American English holds only
 * what differs.
 */
export type Surface = keyof typeof british

/** All texts, for tests and for surfaces that mix them with those of the web. */
export const texts: Record<Locale, Record<Surface, Record<string, string>>> = {
  'en-GB': british,
  'en-US': {
    emails: americanEmails,
    evidencePack: americanEvidencePack,
    exports: americanExports,
    identity: americanIdentity,
    lti: americanLti,
    print: americanPrint,
    samples: americanSamples,
    studentPage: americanStudentPage,
    testPayments: americanTestPayments,
  },
  'fr-FR': {
    emails: frenchEmails,
    evidencePack: frenchEvidencePack,
    exports: frenchExports,
    identity: frenchIdentity,
    lti: frenchLti,
    print: frenchPrint,
    samples: frenchSamples,
    studentPage: frenchStudentPage,
    testPayments: frenchTestPayments,
  },
}

type Stem<Key> = Key extends `${infer Start}_${'zero' | 'one' | 'other'}` ? Start : Key

/** The keys of a surface. A text that depends on a `count` has one key without its plural ending. */
export type TextKey<S extends Surface> = Stem<Extract<keyof (typeof british)[S], string>>
export type Translate<S extends Surface> = (
  key: TextKey<S>,
  values?: Record<string, string | number>,
) => string

const instance = i18next.createInstance()
await instance.init({
  resources: texts,
  fallbackLng: defaultLocale,
  ns: Object.keys(british),
  keySeparator: false,
  nsSeparator: false,
  // Pages and emails escape values themselves, and a subject line must not be escaped at all.
  interpolation: { escapeValue: false, defaultVariables: { brand: brand.name } },
})

/** The texts of a surface in one locale; `defaults` are values for placeholders that many texts share. */
export function translatorOf<S extends Surface>(
  surface: S,
  locale: Locale,
  defaults: Record<string, string | number> = {},
): Translate<S> {
  const shared = { ...fileWordsIn[locale], ...defaults }
  return (key, values) => instance.t(key, { lng: locale, ns: surface, ...shared, ...values })
}
