import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Pair } from './assign/pair.ts'
import type { Whose } from './queries.ts'

const names = ['student_id', 'class_group_id'] as const

/** Whose documents are listed, kept in the address: `student_id` and `class_group_id`. A link may lead to either. */
export function useWhose() {
  const [search, setSearch] = useSearchParams()
  const student = search.get('student_id') || null
  const group = search.get('class_group_id') || null
  const whose = useMemo<Pair>(() => ({ student_id: student, class_group_id: group }), [student, group])
  const asked = useMemo<Whose>(
    () => ({ ...(student === null ? {} : { student_id: student }), ...(group === null ? {} : { class_group_id: group }) }),
    [student, group],
  )
  const change = useCallback(
    (next: Pair) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          for (const name of names) {
            const id = next[name]
            if (id === null) after.delete(name)
            else after.set(name, id)
          }
          return after
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { whose, asked, change }
}
