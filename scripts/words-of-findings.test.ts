import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = ['apps', 'packages']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) =>
      /\/src\/.*\.tsx?$/.test(file) && !/node_modules|\.test\.|\/testing\/|^packages\/lab\//.test(file),
  )
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Comments may speak of findings. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Where a reader meets a finding. The list and the cases show its short form. */
const surfaces = {
  'apps/web/src/features/documents/reports/result/verdict-card.tsx': 'headlineSentence',
  'apps/web/src/features/documents/reports/conversation/conversation-screen.tsx': 'headlineSentence',
  'apps/web/src/features/documents/overview/card.tsx': 'headlineSentence',
  'apps/web/src/features/public/demo/demo-result.tsx': 'headlineSentence',
  'apps/web/src/features/documents/table/columns.tsx': 'findingChipOf',
  'apps/web/src/features/cases/case-documents.tsx': 'findingChipOf',
  'apps/web/src/features/cases/appeal-screen.tsx': 'findingChipOf',
  'apps/server/src/features/documents/exports/class-exports.ts': 'headlineSentence',
  'apps/server/src/features/integrations/lti/assets/asset-report.ts': 'headlineSentence',
  'apps/server/src/features/cases/student-page/finding-part.ts': 'headlineSentence',
  'apps/server/src/pdf/result.ts': 'headlineSentence',
  'packages/cli/src/check/verdict.ts': 'headlineSentence',
}

test('every place that shows a finding takes its words from one function', () => {
  for (const [file, words] of Object.entries(surfaces)) expect(read(file), file).toContain(`${words}(`)
  const naming = sources.filter((file) => /\b(?:headlineSentence|findingChipOf)\(/.test(read(file)))
  expect(naming.filter((file) => !(file in surfaces))).toEqual(['packages/wording/src/headline.ts'])
})

test('no other file puts a finding into words', () => {
  const worded = sources.filter((file) =>
    /(?:reads? like AI writing|not enough to say|Nothing here stands out)/.test(withoutComments(read(file))),
  )
  // The command line has no locale files; a test compares its words with them.
  expect(worded).toEqual(['packages/cli/src/check/report-words.ts'])
})
