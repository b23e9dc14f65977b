import type { Area, Proof, Row } from './areas.ts'

/** Returns a file's text by its path from the root, or null. */
type ReadFile = (file: string) => string | null

/** What the areas are checked against. */
export interface Repository {
  /** Names of tests, by the path of their file from the root. */
  testNames: ReadonlyMap<string, readonly string[]>
  read: ReadFile
}

/** Why a proof is invalid: its file is not a test, or has no test of this name. Null if valid. */
export function missingProof(
  { file, test }: Proof,
  testNames: ReadonlyMap<string, readonly string[]>,
): string | null {
  const names = testNames.get(file)
  if (!names) return `is proved by a file that is no test: ${file}`
  return names.includes(test) ? null : `is proved by a test that is not in ${file}: ${test}`
}

function proofProblem({ proof }: Row, finished: boolean, testNames: Repository['testNames']): string | null {
  if (proof) return missingProof(proof, testNames)
  return finished ? 'is not proved, but its area is finished' : null
}

/**
 * Placeholders are named differently in specification, locales and code, so `{n}`, `{{count}}` and `${name}`
 * all become `{}`.
 */
function withoutPlaceholderNames(text: string): string {
  return text.replaceAll(/\$\{[^{}]*\}|\{\{?\w+\}?\}/g, '{}')
}

const contains = (text: string, literal: string) =>
  withoutPlaceholderNames(text).includes(withoutPlaceholderNames(literal))

/** Normalises `1_000` to `1000` and the contract's `:id` to the specification's `{id}`. */
function normaliseSource(source: string): string {
  return source.replaceAll(/(?<=\d)_(?=\d)/g, '').replaceAll(/:(\w*[iI]d)\b/g, '{$1}')
}

/**
 * Whether a literal occurs verbatim at `where`: in any text of a locale file (`en-GB/report.json`), in the
 * text of a key (`en-GB/report.json#title`), in a file of the contract (`contract/values/limits.ts`), or in any file
 * by its path from the root.
 */
export function literalOccurs(literal: string, where: string, read: ReadFile): boolean {
  const [path = '', key] = where.split('#')
  if (path.startsWith('en-GB/')) {
    const file = read(`apps/web/public/locales/${path}`)
    if (file === null) return false
    const texts = JSON.parse(file) as Record<string, string>
    return key === undefined
      ? Object.values(texts).some((text) => contains(text, literal))
      : contains(texts[key] ?? '', literal)
  }
  const file = read(path.startsWith('contract/') ? path.replace('contract/', 'packages/contract/src/') : path)
  return file !== null && contains(normaliseSource(file), literal)
}

/** All problems of the areas, one sentence each, beginning with the row's id if it concerns a single row. */
export function findProblems(areas: readonly Area[], { testNames, read }: Repository): string[] {
  const seen = new Set<string>()
  return areas.flatMap(({ rows, finished }) =>
    rows.flatMap((row) => {
      const duplicate = seen.has(row.id) ? 'is the id of two rows' : null
      seen.add(row.id)
      const missing =
        row.where !== undefined && !literalOccurs(row.written ?? row.literal, row.where, read)
          ? `does not occur in ${row.where}`
          : null
      return [duplicate, proofProblem(row, finished, testNames), missing]
        .filter((problem) => problem !== null)
        .map((problem) => `${row.id} ${problem}`)
    }),
  )
}
