export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

function match(tag: string): Language | null {
  const [primary] = tag.trim().toLowerCase().split('-')
  return languages.find((language) => language === primary) ?? null
}

function fromAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

/** The first language we speak: what was chosen on the page, then what the client asked for, then the browser; English otherwise. */
export function chooseLanguage(chosen: unknown, uiLocales: unknown, acceptLanguage: string | undefined): Language {
  const wished = [
    ...(typeof chosen === 'string' ? [chosen] : []),
    ...(typeof uiLocales === 'string' ? uiLocales.split(' ') : []),
    ...fromAcceptLanguage(acceptLanguage ?? ''),
  ]
  for (const tag of wished) {
    const language = match(tag)
    if (language) return language
  }
  return 'en'
}
