import {
  type CaseCounts,
  caseCountLimits,
  caseCountNames,
  type InstallationCaseCounts,
  termDays,
  type YearGroupCaseCounts,
} from '@penmark/contract'

const dayMs = 24 * 60 * 60 * 1_000

/** The term that ends at a moment. */
export function termUntil(to: Date): { from: Date; to: Date } {
  return { from: new Date(to.getTime() - termDays * dayMs), to }
}

/** The cases of one student. */
export interface StudentCaseCounts extends CaseCounts {
  /** Tells students apart; two with the same name count as one. */
  student: string
  year_group: string | null
}

interface Group {
  year_group: string | null
  is_combined: boolean
  rows: StudentCaseCounts[]
}

const studentsOf = ({ rows }: Group) => new Set(rows.map(({ student }) => student)).size
const isTooSmall = (group: Group) => studentsOf(group) < caseCountLimits.fewestStudents

/** The sums over some students, rounded. */
function roundedCounts(rows: StudentCaseCounts[]): CaseCounts {
  const { roundedTo } = caseCountLimits
  const rounded = (name: keyof CaseCounts) => Math.round(rows.reduce((sum, row) => sum + row[name], 0) / roundedTo) * roundedTo
  return Object.fromEntries(caseCountNames.map((name) => [name, rounded(name)])) as Record<keyof CaseCounts, number>
}

/**
 * The groups to show. Groups that are too small are counted together, with the smallest of the others where they are still too small: every
 * student is in a group that is shown, so that subtracting the groups from the whole leaves nobody over.
 */
function shownGroups(rows: StudentCaseCounts[]): Group[] {
  const byName = new Map<string | null, StudentCaseCounts[]>()
  for (const row of rows) byName.set(row.year_group, [...(byName.get(row.year_group) ?? []), row])
  const groups: Group[] = [...byName].map(([year_group, members]) => ({ year_group, is_combined: false, rows: members }))
  const shown = groups.filter((group) => !isTooSmall(group)).toSorted((a, b) => studentsOf(b) - studentsOf(a))
  const combined: Group = { year_group: null, is_combined: true, rows: groups.filter(isTooSmall).flatMap((group) => group.rows) }
  if (combined.rows.length === 0) return shown
  while (isTooSmall(combined)) {
    const smallest = shown.pop()
    if (smallest === undefined) return []
    combined.rows.push(...smallest.rows)
  }
  return [...shown, combined]
}

/** What an administrator sees of the cases of all students. */
export function shownCounts(rows: StudentCaseCounts[]): Pick<InstallationCaseCounts, 'all' | 'year_groups'> {
  const groups = shownGroups(rows)
  if (groups.length === 0) return { all: null, year_groups: [] }
  const year_groups: YearGroupCaseCounts[] = groups.map(({ year_group, is_combined, rows: members }) => ({
    year_group,
    is_combined,
    ...roundedCounts(members),
  }))
  return { all: roundedCounts(rows), year_groups: groups.length < 2 ? [] : year_groups }
}
