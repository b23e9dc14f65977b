import type { Checked } from './checked.ts'
import { caution, meaningOf, notesOf, percent, verdictOf } from './verdict.ts'

/** The results for people: one line of figures and one sentence per file. */
export function renderTable(results: Checked[]): string {
  const rows = results.map((result) =>
    'error' in result
      ? { file: safeName(result.file), verdict: 'Not scored', score: '', words: '', notes: [result.error] }
      : {
          file: safeName(result.file),
          verdict: verdictOf(result.detection),
          score: result.detection.score === null ? '–' : percent(result.detection.score),
          words: result.detection.words.toLocaleString('en-GB'),
          notes: [meaningOf(result.detection), ...notesOf(result.detection)],
        },
  )
  const width = (key: 'file' | 'verdict' | 'score' | 'words', head: string) => Math.max(head.length, ...rows.map((row) => row[key].length))
  const [file, verdict, score, words] = [
    width('file', 'File'),
    width('verdict', 'Verdict'),
    width('score', 'Score'),
    width('words', 'Words'),
  ]
  const line = (a: string, b: string, c: string, d: string) =>
    `${a.padEnd(file)}  ${b.padEnd(verdict)}  ${c.padStart(score)}  ${d.padStart(words)}`.trimEnd()
  const lines = rows.flatMap((row) => [line(row.file, row.verdict, row.score, row.words), ...row.notes.map((note) => `  ${note}`)])
  const judged = results.some((result) => 'detection' in result)
  return [line('File', 'Verdict', 'Score', 'Words'), ...lines, ...(judged ? ['', caution] : []), ''].join('\n')
}

/** A file name can contain anything; control characters that move the cursor are not printed. */
function safeName(name: string): string {
  return name.replace(/\p{C}/gu, '�')
}
