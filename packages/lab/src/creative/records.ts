import { Parser } from 'htmlparser2'
import type { Records } from './source-list.ts'

export interface Entry {
  text: string
  author?: string
  /** The last day that the record names, where it keeps its own history. */
  changed?: string
}

/** The texts inside a data file. */
export function entriesOf(raw: string, rule: Records): Entry[] {
  if (rule.format === 'table') return tableEntries(raw, rule)
  if (rule.format === 'xml') return xmlEntries(raw, rule.element)
  if (rule.format === 'sections')
    return raw
      .split(new RegExp(rule.heading, 'm'))
      .slice(1)
      .map((text) => ({ text }))
  if (rule.format === 'parts')
    return raw
      .split(new RegExp(rule.between))
      .filter((text) => text.trim() !== '')
      .map((text, index) => ({ text, author: `${index}` }))
  if (rule.format === 'json-lines')
    return raw
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => fields(JSON.parse(line), rule))
  return Object.values(JSON.parse(raw) as Record<string, unknown>).map((value) => ({
    ...fields(value, rule),
    changed: lastDay(value, rule.changes),
  }))
}

function fields(value: unknown, { text, author }: { text: string; author: string }): Entry {
  const record = value as Record<string, string | undefined>
  return { text: record[text] ?? '', author: record[author] ?? '' }
}

function lastDay(value: unknown, list: string): string {
  const changes = (value as Record<string, { date: string }[] | undefined>)[list] ?? []
  return (
    changes
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? ''
  )
}

function tableEntries(raw: string, rule: Extract<Records, { format: 'table' }>): Entry[] {
  const pattern = new RegExp(rule.pattern)
  return raw
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((columns) => columns.length > rule.text)
    .map((columns) => ({
      text: (columns[rule.text] as string).replaceAll('\\newline', '\n').replaceAll('\\tab', ' '),
      author: pattern.exec(columns[rule.author] ?? '')?.[1],
    }))
    .map(({ text, author }) => (author === undefined ? { text } : { text, author }))
}

function xmlEntries(raw: string, element: string): Entry[] {
  const found: Entry[] = []
  let inside = false
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name !== element) return
        inside = true
        found.push({ text: '' })
      },
      ontext(part) {
        const last = found.at(-1)
        if (inside && last !== undefined) last.text += part
      },
      onclosetag(name) {
        if (name === element) inside = false
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(raw.replaceAll('&nbsp;', ' '))
  return found
}
