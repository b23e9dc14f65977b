type Read = (file: string) => string | null

/** Placeholders are named differently in specification, locales and code, so `{n}`, `{{count}}` and `${name}` all become one gap. */
function withGaps(text: string): string {
  return text.replaceAll(/\$\{[^{}]*\}|\{\{?\w+\}?\}/g, '{}')
}

const holds = (text: string, literal: string) => withGaps(text).includes(withGaps(literal))

/** Normalises `1_000` to `1000` and the contract's `:id` to the specification's `{id}`. */
function plainSource(source: string): string {
  return source.replaceAll(/(?<=\d)_(?=\d)/g, '').replaceAll(/:(\w*[iI]d)\b/g, '{$1}')
}

/**
 * Whether a literal occurs verbatim at `where`: in any text of a locale file (`en-GB/report.json`), in the text of a key
 * (`en-GB/report.json#title`), in a file of the contract (`contract/limits.ts`), or in any file by its path from the root.
 */
export function stands(literal: string, where: string, read: Read): boolean {
  const [place = '', key] = where.split('#')
  if (place.startsWith('en-GB/')) {
    const file = read(`apps/web/public/locales/${place}`)
    if (file === null) return false
    const words = JSON.parse(file) as Record<string, string>
    return key === undefined ? Object.values(words).some((text) => holds(text, literal)) : holds(words[key] ?? '', literal)
  }
  const file = read(place.startsWith('contract/') ? place.replace('contract/', 'packages/contract/src/') : place)
  return file !== null && holds(plainSource(file), literal)
}
