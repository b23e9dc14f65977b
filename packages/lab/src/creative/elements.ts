import { Parser } from 'htmlparser2'
import type { ElementRule } from './source-list.ts'

/** What stands in some elements of an XML file, without those inside that are no prose of the writer. */
export function elementText(
  raw: string,
  { element, where = {}, without = [], paragraphs }: ElementRule,
): string {
  const conditions = Object.entries(where)
  const open = [{ taken: false, dropped: false }]
  let text = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1)
        const asked = name === element && conditions.every(([key, value]) => attributes[key] === value)
        open.push({
          taken: around?.taken === true || asked,
          dropped: around?.dropped === true || without.includes(name),
        })
        if (paragraphs.includes(name)) text += '\n\n'
      },
      ontext(part) {
        const { taken, dropped } = open.at(-1) ?? { taken: false, dropped: false }
        if (taken && !dropped) text += part.replace(/\s+/g, ' ')
      },
      onclosetag(name) {
        open.pop()
        if (paragraphs.includes(name)) text += '\n\n'
        else if (name === element) text += ' '
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(raw)
  return text
}
