import { fileWords } from '@penmark/wording'
import type { Locale } from './locale.ts'

/** The types of files, as every text can name them: `{{anyKind}}`. */
export const fileWordsIn = {
  'en-GB': fileWords('en-GB'),
  'en-US': fileWords('en-US'),
  'fr-FR': fileWords('fr-FR'),
} satisfies Record<Locale, Record<string, string>>
