const escaped = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
])
const maxLength = 1_000

/** The string that a dictionary holds under a name; null if it holds none there. */
export function readPdfString(dictionary: string, name: string): string | null {
  const start = new RegExp(`/${name}\\s{0,4}([(<])`).exec(dictionary)
  if (!start || dictionary.startsWith('<<', start.index + start[0].length - 1)) return null
  const from = start.index + start[0].length
  return decodeBytes(start[1] === '(' ? literal(dictionary, from) : hexadecimal(dictionary, from))
}

function literal(text: string, from: number): string {
  let bytes = ''
  let depth = 0
  for (let at = from; at < text.length && bytes.length < maxLength; at++) {
    const character = text[at] ?? ''
    if (character === ')' && depth === 0) break
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== '\\') {
      bytes += character
      continue
    }
    const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
    const next = text[at + 1] ?? ''
    // A backslash at the end of a line joins it to the next one.
    if (octal !== undefined) bytes += String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    else if (next !== '\n' && next !== '\r') bytes += escaped.get(next) ?? next
    at += octal?.length ?? (text.startsWith('\r\n', at + 1) ? 2 : 1)
  }
  return bytes
}

function hexadecimal(text: string, from: number): string {
  const end = text.indexOf('>', from)
  const digits = text
    .slice(from, end < 0 ? from : Math.min(end, from + maxLength * 2))
    .replace(/[^0-9a-f]/gi, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
}

/** Text strings of a PDF are UTF-16 or UTF-8 with a mark at the beginning, or nearly Latin-1. */
function decodeBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  if (text.startsWith('\u00fe\u00ff')) return Buffer.from(even).swap16().toString('utf16le').slice(1)
  if (text.startsWith('\u00ff\u00fe')) return even.toString('utf16le').slice(1)
  return text.startsWith('\u00ef\u00bb\u00bf') ? bytes.toString('utf8').slice(1) : text
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Text of an XML element with its entities replaced. */
export function decodeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? entity
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}
