import type { Student } from '@penmark/contract'
import { nameCandidate } from './match-names.ts'
import { isUsualWord, wordsOf } from './name-words.ts'

type Named = Pick<Student, 'id' | 'first_name' | 'last_name'>

/** Looks for students of the same last name whose first name begins the other, or is begun by it. */
export interface NearStudents<S> {
  ofName: (name: Pick<Student, 'first_name' | 'last_name'>) => readonly S[]
  ofFile: (filename: string) => readonly S[]
}

const spellingOf = (text: string) => wordsOf(text).join('')

/** A single letter is an initial, which many names begin with. */
const shortestName = 2

/**
 * Students who may be meant by another form of their first name: "Sam Lee" beside Samuel Lee. Sam may as well be
 * somebody else, so they are only ever asked about.
 */
export function nearStudents<S extends Named>(students: readonly S[]): NearStudents<S> {
  const byLastName = new Map<string, { first: string; student: S }[]>()
  for (const student of students) {
    const last = spellingOf(student.last_name)
    byLastName.set(last, [
      ...(byLastName.get(last) ?? []),
      { first: spellingOf(student.first_name), student },
    ])
  }
  const called = (first: string, last: string) =>
    (byLastName.get(last) ?? []).flatMap(({ first: own, student }) => {
      const [short = '', long = ''] = [own, first].toSorted((a, b) => a.length - b.length)
      return short.length >= shortestName && long !== short && long.startsWith(short) ? [student] : []
    })
  return {
    ofName: ({ first_name, last_name }) => called(spellingOf(first_name), spellingOf(last_name)),
    ofFile: (filename) => {
      const words = wordsOf(nameCandidate(filename)).filter((word) => !isUsualWord(word))
      const found = words.flatMap((_, nth) => {
        const [before, behind] = [words.slice(0, nth).join(''), words.slice(nth).join('')]
        return [...called(before, behind), ...called(behind, before)]
      })
      return [...new Set(found)]
    },
  }
}
