/** Languages a report can be printed in. */
export const printLanguages = ['en-GB', 'en-US', 'fr-FR'] as const
export type PrintLanguage = (typeof printLanguages)[number]

/** The nearest language on offer: every French is fr-FR, anything unknown en-GB. */
export function nearestPrintLanguage(tag: string): PrintLanguage {
  const wanted = tag.toLowerCase()
  const exact = printLanguages.find((language) => language.toLowerCase() === wanted)
  if (exact) return exact
  return wanted.split('-')[0] === 'fr' ? 'fr-FR' : 'en-GB'
}
