import { describe, expect, test } from 'vitest'
import { type Markup, proseOf } from './markup.ts'

describe('the prose of a file', () => {
  const cases: [Markup, string, string][] = [
    [
      'markdown',
      '---\ntitle: A Day\n---\n# Chapter 1\n\nShe *ran* to the [gate](x.html) and **stopped**.\n\n![map](m.png)\n\nHe said &quot;no&quot;.',
      'She ran to the gate and stopped.\n\nHe said "no".',
    ],
    [
      'html',
      '<html><head><title>T</title><script>var a</script></head><body><nav>Home</nav><p>One &amp;\n two.</p><p>Three.</p></body></html>',
      'One & two.\n\nThree.',
    ],
    [
      'tex',
      "\\documentclass{book}\\begin{document}\\chapter{One}\n``Stop,'' \\emph{she} said. % later\n\nHe ran.\\end{document}",
      '"Stop," she said.\n\nHe ran.',
    ],
    [
      'tex',
      '\\newcommand{\\school}{North\\xspace}\\begin{document}\\section{Why}At \\school{} I met \\textbf{Zo\\"{e} \\emph{Lee}}~\\cite{lee}.\\\\[2mm] I am \\href{http://x.org}{here}.\\end{document}',
      'At North I met Zoë Lee.\n\nI am here.',
    ],
    ['asciidoc', '= Title\n:author: A\n\n"`Hi,`" _she_ said.', '"Hi," she said.'],
    [
      'ink',
      'VAR fear = 0\n=== cellar ===\nThe door was open. {fear > 1: You shiver.}\n* [Go in] -> inside\n- You waited. -> END',
      'The door was open.\nYou waited.',
    ],
    [
      'twee',
      ':: Start\nYou see <<print $x>>a fox. [[Follow it|Wood]]\n\n:: Wood [dark]\nIt is gone.',
      'You see a fox. Follow it\n\nIt is gone.',
    ],
    [
      'plain',
      '\uFEFFChapter 2: The Mill\r\n\r\nFirst line.\r\n\r\n* * *\r\n\r\nby Ann Lee\r\n\r\nLast line.',
      'First line.\n\nLast line.',
    ],
  ]
  test.each(cases)('leaves the marks of %s behind', (markup, raw, prose) => {
    expect(proseOf(raw, markup)).toBe(prose)
  })

  test('drops marks that no reader sees, also those a page names by their number', () => {
    expect(proseOf('“No\u2060—not&#8288; now,”\u200B she said.', 'html')).toBe('“No—not now,” she said.')
  })

  test('joins lines that a page of a fixed width broke', () => {
    const raw = 'It was a long way to the mill, and the road was dark and the\nwind was cold.'
    expect(proseOf(raw, 'plain')).toBe(raw.replace('\n', ' '))
  })
})
