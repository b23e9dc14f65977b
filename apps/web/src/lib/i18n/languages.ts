/** The languages on offer; en-GB is complete and the fallback for missing keys. */
export const languages = ['en-GB', 'en-US', 'fr-FR'] as const
export type Language = (typeof languages)[number]
export const fallbackLanguage: Language = 'en-GB'

/** Each language named in itself: readers looking for theirs may not understand the current one. */
export const languageName: Record<Language, string> = {
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  'fr-FR': 'Français',
}

/** The nearest language on offer for a browser's tag: `en`, `en-AU` and anything unknown give en-GB, every French tag gives fr-FR. */
export function nearestLanguage(tag: string): Language {
  const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  return tag.toLowerCase().split('-')[0] === 'fr' ? 'fr-FR' : fallbackLanguage
}
