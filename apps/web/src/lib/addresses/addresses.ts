// URLs of the screens of documents, classes and students (part 2, section 2).

const ofDocument = (id: string, screen: string, origin: string) =>
  `/documents/${encodeURIComponent(id)}/${screen}${origin && `?${origin}`}`

/**
 * The URL of a document's report; `origin` is its query, so that its back link leads to where it was opened.
 */
export function reportAddress({ id }: { id: string }, origin = ''): string {
  return ofDocument(id, 'report', origin)
}

/** The sheet for a conversation about a document, with the query of its report. */
export function conversationAddress({ id }: { id: string }, origin = ''): string {
  return ofDocument(id, 'conversation', origin)
}

/** The state of a link to that sheet with which the student is asked at once, on a private page. */
export const asksAtOnce = { asksAtOnce: true }

export const readAsksAtOnce = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'asksAtOnce' in state

export const classListAddress = '/classes'

export function classAddress(id: string, mode: 'view' | 'edit' = 'view'): string {
  return `/classes/view/${encodeURIComponent(id)}${mode === 'edit' ? '?edit=true' : ''}`
}

export function studentInClassAddress(classId: string, studentId: string): string {
  return `/classes/${encodeURIComponent(classId)}/students/${encodeURIComponent(studentId)}`
}

/** `classId`: the class that the student is opened from; null for the list of students. */
export function studentAddress(id: string, classId: string | null = null): string {
  const origin = classId === null ? 'from=students' : `from=class&classId=${encodeURIComponent(classId)}`
  return `/students/view/${encodeURIComponent(id)}?${origin}`
}

/** The query of a report's URL, so that its back link leads to the class. */
export function classOrigin(classId: string): string {
  return `from=class&classId=${encodeURIComponent(classId)}`
}

export function studentInClassOrigin(classId: string, studentId: string): string {
  return `from=class-student&classId=${encodeURIComponent(classId)}&studentId=${encodeURIComponent(studentId)}`
}

/** Whether a part of a URL can be an id; broken links often contain `undefined`. */
export function canBeId(text: string | undefined): text is string {
  return text !== undefined && text !== 'undefined' && text !== 'null' && /^[\w-]{1,200}$/.test(text)
}
