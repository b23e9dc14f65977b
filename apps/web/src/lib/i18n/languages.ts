/** Languages a person can choose; en-GB is complete and stands in wherever another lacks a word. */
export const languages = ['en-GB', 'en-US', 'fr-FR'] as const
export type Language = (typeof languages)[number]
export const fallbackLanguage: Language = 'en-GB'

/** Each language in its own words: a reader looking for theirs may not read the present one. */
export const languageName: Record<Language, string> = {
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  'fr-FR': 'Français',
}

/** The nearest language on offer for a browser's tag: a bare `en`, `en-AU` and anything unknown are en-GB, every French is fr-FR. */
export function nearestLanguage(tag: string): Language {
  const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  return tag.toLowerCase().split('-')[0] === 'fr' ? 'fr-FR' : fallbackLanguage
}
