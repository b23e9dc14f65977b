import type { Localized } from '../../../locale/locale.ts'

interface Words {
  subject: string
  paragraphs: string[]
  action: string
  closing: string
}

/** What an email says in every language. */
export type Template = Localized<Words>
