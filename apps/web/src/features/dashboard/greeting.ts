/** A given name with a capital first letter, as the greeting shows it. */
export function capitalise(name: string): string {
  const [first = '', ...rest] = Array.from(name.trim())
  return first.toLocaleUpperCase() + rest.join('')
}
