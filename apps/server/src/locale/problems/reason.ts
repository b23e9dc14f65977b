import { brand, type Reason } from '@penmark/contract'
import type { FileFailureCode } from '@penmark/extract/failures'
import { type FileWord, writeDate } from '@penmark/wording'
import i18next from 'i18next'
import { problems } from '../en-GB/problems.ts'
import american from '../en-US/problems.json' with { type: 'json' }
import { fileWordsIn } from '../file-words.ts'
import french from '../fr-FR/problems.json' with { type: 'json' }
import { defaultLocale, type Locale } from '../locale.ts'

/** The sentence of every code in British English, which is complete. */
export const messages = problems satisfies Record<FileFailureCode, string>

type Messages = typeof messages
export type ReasonCode = keyof Messages

/** `{{pages, number}}` is the placeholder `pages, number`. Every text knows the brand and the types of files. */
type Placeholder<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Exclude<Name, 'brand' | FileWord> | Placeholder<Rest>
  : never
type NameOf<P extends string> = P extends `${infer Name}, ${string}` ? Name : P

/** The values that the sentence of a code names. */
export type ParamsOf<Code extends ReasonCode> = {
  [P in Placeholder<Messages[Code]> as NameOf<P>]: P extends `${string}, number` ? number : string
}

type IsEmpty<T> = keyof T extends never ? true : false
/** Codes whose sentence names no value need no params. */
export type ParamsArgument<Code extends ReasonCode> =
  IsEmpty<ParamsOf<Code>> extends true ? [] : [params: ParamsOf<Code>]

/** Of input that carries a code in place of a message. */
export function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(messages, text)
}

/** Why something failed: for the database and the wire, which carry no sentences. */
export function reason<Code extends ReasonCode>(code: Code, ...[params]: ParamsArgument<Code>): Reason {
  return { code, params: params ?? {} }
}

const translations = i18next.createInstance()
void translations.init({
  // The texts are here already, and programs without top-level await read this file.
  initAsync: false,
  resources: {
    'en-GB': { translation: messages },
    'en-US': { translation: american },
    'fr-FR': { translation: french },
  },
  fallbackLng: defaultLocale,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, defaultVariables: { brand: brand.name } },
})
translations.services.formatter?.add('date', (value: string, locale) =>
  writeDate(
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    new Date(`${value}T00:00:00Z`),
  ),
)

/** The sentence of a reason in the reader's language. */
export function sentenceOf({ code, params }: Reason, locale: Locale = defaultLocale): string {
  // Written by a newer version, and read after a rollback.
  if (!isReasonCode(code)) return translations.t('verbatim', { lng: locale, text: code })
  return translations.t(code, { lng: locale, ...fileWordsIn[locale], ...params })
}

/** Adds the sentence of the failure, if there was one, for the wire. */
export function withSentence<T extends { failure: Reason | null }>(
  value: T,
  locale?: Locale,
): T & { status_reason: string | null } {
  return { ...value, status_reason: value.failure && sentenceOf(value.failure, locale) }
}
