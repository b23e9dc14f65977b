/** Where a report was opened from, and so where its back link leads (part 2, section 2). */
export type Origin = 'documents' | 'dashboard' | 'class' | 'student'

export interface BackLink {
  to: string
  origin: Origin
}

const fallback: BackLink = { to: '/documents', origin: 'documents' }

/** An id that can stand in a path: dots alone would climb out of it, U+FFFD is what a broken encoding decodes to. */
function idIn(search: URLSearchParams, name: string): string | null {
  const id = search.get(name) ?? ''
  const malformed = /[\s\p{Cc}\uFFFD]/u.test(id) || /^\.*$/.test(id) || id === 'undefined' || id === 'null' || id.length > 200
  return malformed ? null : encodeURIComponent(id)
}

/** The back link of a report. A missing or malformed id leads to the documents. */
export function backLink(search: URLSearchParams): BackLink {
  const classId = idIn(search, 'classId')
  const studentId = idIn(search, 'studentId')
  switch (search.get('from') ?? '') {
    case 'dashboard':
      return { to: '/dashboard', origin: 'dashboard' }
    case 'class':
      return classId ? { to: `/classes/view/${classId}`, origin: 'class' } : fallback
    case 'students':
      return studentId ? { to: `/students/view/${studentId}?from=students`, origin: 'student' } : fallback
    case 'student':
      return classId && studentId ? { to: `/students/view/${studentId}?from=class&classId=${classId}`, origin: 'student' } : fallback
    case 'class-student':
      return classId && studentId ? { to: `/classes/${classId}/students/${studentId}`, origin: 'student' } : fallback
    default:
      return fallback
  }
}
