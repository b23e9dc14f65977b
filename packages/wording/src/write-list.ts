/** A list in a sentence. American texts have the British one, without a comma in front of its last word. */
export function writeList(
  words: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction',
): string {
  return new Intl.ListFormat(language.startsWith('fr') ? language : 'en-GB', { type }).format(words)
}
