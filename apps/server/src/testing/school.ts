import {
  type ComparisonRequest,
  type Document,
  type EarlierOverlap,
  routes,
  type SchoolMatch,
} from '@penmark/contract'
import { startTestApp, type TestApp, type TestAppOptions, type TestTeacher } from './test-app.ts'

/** An installation whose administrator lets texts be compared across teachers. */
export interface TestSchool {
  testApp: TestApp
  administrator: TestTeacher
  /** A teacher with a profile of this name. */
  teacher(firstName: string): Promise<TestTeacher>
  switchTo(is_on: boolean): Promise<number>
}

const profile = {
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

export async function startTestSchool(options: TestAppOptions = {}): Promise<TestSchool> {
  const adminEmails = ['root@school.example']
  const testApp = await startTestApp({ planLimits: false, payment: () => null, adminEmails, ...options })
  const teacher = async (firstName: string) => {
    const made = await testApp.teacher(firstName.toLowerCase())
    await made.call('PUT', '/teachers/me', { ...profile, first_name: firstName })
    return made
  }
  const administrator = await teacher('Root')
  const switchTo = async (is_on: boolean) =>
    (await administrator.call('PUT', '/admin/school-comparison', { is_on })).status
  await switchTo(true)
  return { testApp, administrator, teacher, switchTo }
}

/** What a document shares, once it is compared. */
export async function earlierOverlapOf(teacher: TestTeacher, id: string): Promise<EarlierOverlap> {
  for (;;) {
    const { body } = await teacher.call('GET', `/overlap/documents/${id}/earlier`)
    const overlap = routes.readEarlierOverlap.reply.parse(body)
    if (overlap.state !== 'waiting') return overlap
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Hands a text in, and waits until it is compared. */
export async function addComparedDocument(teacher: TestTeacher, text: string): Promise<string> {
  const { id } = (await teacher.call('POST', '/documents/text', { text })).body as Document
  await teacher.finished(id)
  await earlierOverlapOf(teacher, id)
  return id
}

/** The match of a document that shares most with a colleague's. */
export async function schoolMatchOf(teacher: TestTeacher, id: string): Promise<SchoolMatch> {
  const match = (await earlierOverlapOf(teacher, id)).school?.matches[0]
  if (!match) throw new Error('The document has no match.')
  return match
}

export const askToCompare = (teacher: TestTeacher, match: SchoolMatch) =>
  teacher.call('POST', `/overlap/school-matches/${match.id}/requests`)

/** The request that a teacher makes about a match. */
export const requestAbout = async (teacher: TestTeacher, match: SchoolMatch) =>
  (await askToCompare(teacher, match)).body as ComparisonRequest
