/**
 * Text that is safe to send as HTML. Only `html` creates it, so a value from outside cannot become markup
 * unescaped.
 */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** A text as HTML, inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '')

type Value = string | number | Markup | readonly Markup[] | null | false

function toText(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}

/** Template tag: escapes every value that is not markup already. Null and false become nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + toText(values[index - 1] ?? null) + part))
}
