import { Parser } from 'htmlparser2'

/** A document is a PDF or a Word file, already read. */
export type Markup = 'plain' | 'markdown' | 'html' | 'tex' | 'asciidoc' | 'ink' | 'twee' | 'document'

/** The prose of a file, one paragraph a line, paragraphs apart by an empty line. */
export function proseOf(raw: string, markup: Markup, shortLines = false): string {
  const text = raw.replace(/\r\n?/g, '\n')
  const plain = cleaners[markup](text).replace(unseenMarks, '')
  const paragraphs = plain
    .split(/\n\s*\n/)
    .map((paragraph) => (shortLines ? paragraph.replace(/\s*\n\s*/g, ' ') : joinWrapped(paragraph)))
    .map((paragraph) => paragraph.replace(/[^\S\n]+/g, ' ').trim())
  return paragraphs.filter((paragraph) => /\p{L}/u.test(paragraph) && !heading.test(paragraph)).join('\n\n')
}

/** Paragraphs that are only the number of a chapter or the name of the writer. */
const heading = /^\W*(?:by [A-Z][\w. ]{1,30}|(?:chapter|part|day) [\w-]+(?:[:.,–— -].{0,60})?)\W*$/iu

/** A reader of texts could tell a source by them. */
const unseenMarks = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/** Lines broken at a fixed width belong together; a text with one paragraph a line keeps its lines. */
function joinWrapped(paragraph: string): string {
  const lines = paragraph.split('\n')
  const longest = Math.max(...lines.map((line) => line.length))
  return lines.length > 1 && longest <= 100 && lines[0] !== undefined && lines[0].length > 50
    ? lines.map((line) => line.trim()).join(' ')
    : lines.map((line) => line.trim()).join('\n')
}

const cleaners: Record<Markup, (text: string) => string> = {
  plain: (text) => text,
  document: (text) => text,
  markdown,
  html,
  tex,
  asciidoc,
  ink,
  twee,
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^\s*(---|\+\+\+)\n[\s\S]*?\n\1\s*(\n|$)/, '')
}

function markdown(text: string): string {
  const body = withoutFrontMatter(text)
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{[{%][\s\S]*?[%}]\}/g, '')
    .replace(/^\[\^?[^\]]+\]:.*$/gm, '')
    .replace(/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])/g, '')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/\[\^[^\]]+\]/g, '')
    .replace(/^(#+ .*|#+|[-=*_~ ]{3,})$/gm, '\n')
    .replace(/^\s*>\s?/gm, '')
    .replace(/^\s*\* (License|Text|Illustration|Translat\w+|Language|Adapt\w+|Photo\w*)\b.*$/gim, '')
    .replace(/(\*\*|__)(.*?)\1/g, '$2')
    .replace(/(^|[\s"'“(])[*_](?=\S)([^*_\n]+)[*_](?=[\s.,;:!?"'”)]|$)/gm, '$1$2')
    .replace(/\\([^\sA-Za-z0-9])/g, '$1')
  return /<[a-z][^>]*>|&[a-z#0-9]+;/i.test(body) ? html(body, true) : body
}

const blocks = new Set(
  'p div br h1 h2 h3 h4 h5 h6 li blockquote tr section article pre hr ul ol table'.split(' '),
)
const unseen = new Set('script style head title nav header footer h1 h2 h3 h4 h5 h6 button select'.split(' '))

/** What a reader sees of a page, without its navigation. Line ends of the source count only if asked. */
function html(text: string, keepLines = false): string {
  let out = ''
  const open: string[] = []
  const parser = new Parser(
    {
      onopentagname(name) {
        if (unseen.has(name)) open.push(name)
        if (name === 'br') out += '\n'
        else if (blocks.has(name)) out += '\n\n'
      },
      ontext(part) {
        if (open.length === 0) out += keepLines ? part : part.replace(/\s+/g, ' ')
      },
      onclosetag(name) {
        if (open.at(-1) === name) open.pop()
        if (blocks.has(name) && name !== 'br') out += '\n\n'
      },
    },
    { decodeEntities: true },
  )
  parser.end(text)
  return out
}

const accents: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  c: '\u0327',
  v: '\u030C',
}

function tex(raw: string): string {
  const text = raw.replace(/(?<!\\)%.*$/gm, '')
  const names = new Map(
    [...text.matchAll(/\\(?:newcommand\*?|renewcommand|def)\{?\\(\w+)\}?\{([^{}\\]*)(?:\\xspace)?\}/g)].map(
      ([, name, words]): [string, string] => [name as string, words as string],
    ),
  )
  return withoutCommands(
    text
      .replace(/^[\s\S]*?\\begin\{document\}/, '')
      .replace(/\\end\{document\}[\s\S]*$/, '')
      .replace(/\\([A-Za-z]+)\b(?:\{\})?/g, (command, name: string) => names.get(name) ?? command)
      .replace(/\\([`'^~"]|[cv](?=\{))\{?\\?([A-Za-z])\}?/g, (_, mark: string, letter: string) =>
        (letter + accents[mark]).normalize('NFC'),
      ),
  )
}

function withoutCommands(text: string): string {
  let plain = text
    .replace(/\\\\\*?(\[[^\]]*\])?/g, '\n\n')
    .replace(
      /\\(part|chapter|(?:sub)*section|paragraph|title|author|date|label|input|include)\*?(\[[^\]]*\])?\{[^}]*\}/g,
      '\n\n',
    )
    .replace(/\\(begin|end)\{[^}]*\}(\[[^\]]*\])?/g, '\n')
    .replace(/\\(par|newpage|clearpage|bigskip|medskip|smallskip|item)\b/g, '\n\n')
    .replace(/\s*\\(?:cite\w*|footnote\w*|ref)(\[[^\]]*\])*\{[^{}]*\}/g, '')
    .replace(/\\(?:href|textcolor|color)\{[^{}]*\}\s*(?=\{)/g, '')
  const styled = /\\(?:emph|text\w+|underline|enquote|mbox|uline|hl)\{([^{}]*)\}/g
  while (styled.test(plain)) plain = plain.replace(styled, '$1')
  return plain
    .replace(/\\(?:ldots|dots)(\{\}|\b)/g, '…')
    .replace(/``|''/g, '"')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/\\([&%$#_])/g, '$1')
    .replace(/\\[a-zA-Z]+\*?(\[[^\]]*\])?(\{[^{}]*\})?/g, '')
    .replace(/\\[ ,;:!/]/g, ' ')
    .replace(/[{}~]/g, ' ')
    .replace(/(?<=\w) +(?=[.,;:](?:\s|$))/gm, '')
}

function asciidoc(text: string): string {
  return text
    .replace(/^\/\/.*$/gm, '')
    .replace(/^:[\w-]+:.*$/gm, '')
    .replace(/^(=+ .*|'''|\*{3,}|-{3,}|\[.*\])$/gm, '\n')
    .replace(/"`|`"/g, '"')
    .replace(/'`|`'/g, "'")
    .replace(/(^|[\s"(])[*_](\S[^*_\n]*)[*_]/gm, '$1$2')
}

/** Ink: knots, choices, diverts, variables and logic are no prose. */
function ink(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/^\s*(VAR|CONST|LIST|INCLUDE|EXTERNAL|TODO:?|~|=+|#).*$/gm, '\n')
    .replace(/^\s*[-+*]+\s*(\([^)]*\))?\s*(\{[^}]*\})?\s*\[[^\]]*\].*$/gm, '\n')
    .replace(/->\s*[\w.]*/g, '')
    .replace(/<>|\{[^{}]*\}|#.*$/gm, '')
    .replace(/^\s*[-+*]+\s*/gm, '')
}

/** Twee, or the passages of a Twine story: links keep their words, macros go. */
function twee(text: string): string {
  const passages = /<tw-passagedata/.test(text)
    ? [...text.matchAll(/<tw-passagedata[^>]*>([\s\S]*?)<\/tw-passagedata>/g)].map(([, body]) =>
        html(body ?? '', true),
      )
    : text.split(/^:: .*$/m).filter((passage) => !/^\s*(\{|\.|body|#)/.test(passage))
  return passages
    .join('\n\n')
    .replace(/<<[\s\S]*?>>/g, '')
    .replace(/\((?:set|if|else|else-if|link|display|print|goto|put|text-style|live|macro)[^)]*\)/gi, '')
    .replace(/\[\[([^\]|<>-]*?)(?:\||->)[^\]]*\]\]/g, '$1')
    .replace(/\[\[(?:[^\]]*<-)?([^\]]*)\]\]/g, '$1')
    .replace(/\/\/|''|~~/g, '')
    .replace(/[[\]]/g, '')
}
