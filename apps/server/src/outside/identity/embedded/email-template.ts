import type { Language } from './pages/language.ts'

interface Words {
  subject: string
  paragraphs: string[]
  action: string
  closing: string
}

/** What an email says in every language. */
export type Template = Record<Language, Words>
