import type { Document } from '@penmark/contract'
import { useMemo } from 'react'
import type { UploadedDocument } from '../uploaded-document.ts'
import { matchingStudents, noAssignee, sharedClass } from './assignee.ts'
import type { AssignmentOptions } from './choosers.tsx'
import { isCertain, type Match, matchStudents, withMatchesIn } from './match-names.ts'
import { useStatedNames } from './use-stated-names.ts'

/** One student in one class says nothing about the others of an upload. */
const leastToInfer = 2

interface SuggestionsOptions {
  documents: readonly UploadedDocument[]
  list: readonly Document[]
  people: AssignmentOptions
  /** The class that the teacher chose for all; null for none. */
  chosenClass: string | null
  /** Whether the students found tell the class of all. */
  infersClass: boolean
  /** Students who have a text of this upload already. */
  taken: ReadonlySet<string>
}

interface Suggestions {
  /** By the name of the file alone, among all students. */
  byFile: ReadonlyMap<string, Match>
  /** By everything that is known. */
  matches: ReadonlyMap<string, Match>
  inferredClass: string | null
}

/** Who may have written each document of an upload, and the class that all whom the files name are in. */
export function useSuggestions({
  documents,
  list,
  people: { students, classes },
  chosenClass,
  infersClass,
  taken,
}: SuggestionsOptions): Suggestions {
  const byFile = useMemo(() => matchStudents(documents, students), [documents, students])
  const inferredClass = useMemo(() => {
    const certain = [...byFile.values()].filter(isCertain).map(({ student_id }) => student_id)
    return infersClass && certain.length >= leastToInfer ? sharedClass(certain, students) : null
  }, [infersClass, byFile, students])
  const stated = useStatedNames(documents, list, students.length > 0)
  const group = chosenClass ?? inferredClass
  const matches = useMemo(() => {
    const among = (some: typeof students) => matchStudents(documents, some, { stated, taken })
    if (group === null) return among(students)
    // "The only Ethan" may be the only one in the class.
    const members = among(matchingStudents({ ...noAssignee, class_group_id: group }, students))
    const name = classes.find(({ id }) => id === group)?.class_name ?? ''
    const matches = withMatchesIn(name, among(students), members)
    return chosenClass === null ? matches : new Map([...matches].filter(([id]) => members.has(id)))
  }, [documents, students, classes, group, chosenClass, stated, taken])
  return { byFile, matches, inferredClass }
}
