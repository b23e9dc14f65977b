import type { Chapter, Line } from './lines.ts'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const proofCell = ({ proofs, because }: Line) =>
  [...proofs.map(({ file, test }) => `${cell(test)} (\`${file.split('/').at(-1)}\`)`), ...(because ? [`*${cell(because)}*`] : [])].join(
    '; ',
  )

/** docs/asvs.md. */
export function asvsPage(chapters: readonly Chapter[]): string {
  const all = chapters.flatMap(({ lines }) => lines)
  const count = (standing: Line['standing']) => all.filter((line) => line.standing === standing).length
  return [
    '# The product against OWASP ASVS 4.0.3, levels 1 and 2',
    '',
    'Written by `npm run asvs` from `tests/security/asvs`, where lines that ask for the same stand together. The numbers are those of the standard, the words are',
    'ours. A test holds the page to the list, and every named proof to a test that exists. Lines of level 3 are left out.',
    '',
    `Of ${all.length} rows ${count('met')} are met, ${count('partly')} in part, ${count('not met')} not; ${count('operator')} are the operator's, ${count('not applicable')} are about what the product does not have.`,
    ...chapters.flatMap(({ title, lines }) => [
      '',
      `## ${title}`,
      '',
      '| Lines | What is asked | Standing | Proof, or why |',
      '|---|---|---|---|',
      ...lines.map((line) => `| ${line.ids} | ${cell(line.asks)} | ${line.standing} | ${proofCell(line)} |`),
    ]),
    '',
  ].join('\n')
}
