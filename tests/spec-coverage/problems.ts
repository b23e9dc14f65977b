import type { Area, Proof, Row } from './areas.ts'
import type { WrittenTest } from './test-names.ts'

/** Rows that one assertion may prove: one that proves more proves none of them well. */
const maxRowsPerAssertion = 5

/** Returns a file's text by its path from the root, or null. */
type ReadFile = (file: string) => string | null

/** What the areas are checked against. */
export interface Repository {
  /** By the path of their file from the root. */
  tests: ReadonlyMap<string, readonly WrittenTest[]>
  read: ReadFile
}

/** Why a proof is invalid: its file is not a test, or has no test of this name. Null if valid. */
export function missingProof({ file, test }: Proof, testNames: ReadonlyMap<string, readonly string[]>): string | null {
  const names = testNames.get(file)
  if (!names) return `is proved by a file that is no test: ${file}`
  return names.includes(test) ? null : `is proved by a test that is not in ${file}: ${test}`
}

function weakProof({ file, test, asserts }: Proof, tests: Repository['tests']): string | null {
  const written = tests.get(file)?.find(({ name }) => name === test)
  if (!written) return null
  if (!written.provesPresence) return `is proved by a test that only expects things to be absent: ${test}`
  if (asserts === undefined) return `does not name what its test asserts: ${test}`
  return written.source.includes(asserts) ? null : `is not asserted by its test: ${asserts}`
}

function proofProblem(
  { proof }: Row,
  finished: boolean,
  tests: Repository['tests'],
  names: ReadonlyMap<string, readonly string[]>,
): string | null {
  if (!proof) return finished ? 'is not proved, but its area is finished' : null
  return missingProof(proof, names) ?? weakProof(proof, tests)
}

/** Placeholders are named differently in specification, locales and code, so `{n}`, `{{count}}` and `${name}` all become `{}`. */
function withoutPlaceholderNames(text: string): string {
  return text.replaceAll(/\$\{[^{}]*\}|\{\{?\w+\}?\}/g, '{}')
}

const contains = (text: string, literal: string) => withoutPlaceholderNames(text).includes(withoutPlaceholderNames(literal))

/** Normalises `1_000` to `1000` and the contract's `:id` to the specification's `{id}`. */
function normaliseSource(source: string): string {
  return source.replaceAll(/(?<=\d)_(?=\d)/g, '').replaceAll(/:(\w*[iI]d)\b/g, '{$1}')
}

/**
 * Whether a literal occurs verbatim at `where`: in any text of a locale file (`en-GB/report.json`), in the text of a key
 * (`en-GB/report.json#title`), in a file of the contract (`contract/limits.ts`), or in any file by its path from the root.
 */
export function literalOccurs(literal: string, where: string, read: ReadFile): boolean {
  const [path = '', key] = where.split('#')
  if (path.startsWith('en-GB/')) {
    const file = read(`apps/web/public/locales/${path}`)
    if (file === null) return false
    const texts = JSON.parse(file) as Record<string, string>
    return key === undefined ? Object.values(texts).some((text) => contains(text, literal)) : contains(texts[key] ?? '', literal)
  }
  const file = read(path.startsWith('contract/') ? path.replace('contract/', 'packages/contract/src/') : path)
  return file !== null && contains(normaliseSource(file), literal)
}

/** Assertions that prove too many rows. */
function overloadedAssertions(areas: readonly Area[]): string[] {
  const counts = new Map<string, number>()
  for (const { proof } of areas.flatMap(({ rows }) => rows)) {
    if (proof?.asserts === undefined) continue
    const assertion = `${proof.asserts} in ${proof.file} > ${proof.test}`
    counts.set(assertion, (counts.get(assertion) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > maxRowsPerAssertion).map(([assertion, count]) => `${assertion} proves ${count} rows`)
}

/** All problems of the areas, one sentence each, beginning with the row's id if it concerns a single row. */
export function findProblems(areas: readonly Area[], { tests, read }: Repository): string[] {
  const seen = new Set<string>()
  const names = new Map([...tests].map(([file, written]) => [file, written.map(({ name }) => name)]))
  const ofRows = areas.flatMap(({ rows, finished }) =>
    rows.flatMap((row) => {
      const duplicate = seen.has(row.id) ? 'is the id of two rows' : null
      seen.add(row.id)
      const missing = row.where !== undefined && !literalOccurs(row.literal, row.where, read) ? `does not occur in ${row.where}` : null
      return [duplicate, proofProblem(row, finished, tests, names), missing]
        .filter((problem) => problem !== null)
        .map((problem) => `${row.id} ${problem}`)
    }),
  )
  return [...ofRows, ...overloadedAssertions(areas)]
}
