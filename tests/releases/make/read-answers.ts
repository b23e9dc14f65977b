import type { RecordedAnswer, RecordedPerson } from '../releases.ts'
import type { Made } from './first-objects.ts'
import type { Person } from './person.ts'

type Row = Record<string, unknown>

/**
 * Lists, and below each the addresses of what is in it. Without what ends by itself, such as archives and
 * messages of webhooks.
 */
const ofTeachers: Record<string, string[]> = {
  '/teachers/me': [],
  '/subscriptions/me': [],
  '/teachers/me/retention': [],
  '/students': ['/students/:id', '/students/:id/writing'],
  '/class-groups': [
    '/class-groups/:id',
    '/class-groups/:id/csv',
    '/integrations/lti/classes/:id',
    '/analytics/classes/:id',
  ],
  '/documents?limit=100': [
    '/documents/:id',
    '/documents/:id/text',
    '/results/document/:id',
    '/results/document/:id/references',
    '/documents/:id/writing',
  ],
  '/analytics/classes': [],
  '/integrations/api-keys': [],
  '/integrations/webhooks': [],
  '/cases': ['/cases/:id', '/cases/:id/student-page'],
  '/appeals': ['/appeals/:id'],
  '/overlap/comparisons': ['/overlap/comparisons/:id', '/overlap/comparisons/:id/pairs'],
  '/writing-tasks': ['/writing-tasks/:id'],
  '/samples': [],
  '/bin': [],
}
const ofAdministrators: Record<string, string[]> = {
  '/admin/teachers/all': [],
  '/admin/students': [],
  '/class-groups/all-admin': [],
  '/admin/documents/all?limit=100': [],
  '/admin/audit': [],
  '/admin/mails': ['/admin/mails/:id'],
  '/admin/lti/platforms': [],
  '/admin/payment-events': [],
  '/admin/support-messages': ['/admin/support-messages/:id'],
  '/admin/case-policy': [],
  '/admin/appeal-reviewers': [],
  '/admin/baseline': [],
  '/admin/backups/schedule': [],
  '/admin/teacher-imports': [],
}

/** The rows of a list, which some answers hold in a field. */
function rowsOf(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer as Row[]
  if (answer === null || typeof answer !== 'object') return []
  return (Object.values(answer).find((value) => Array.isArray(value)) ?? []) as Row[]
}

async function readAll(
  person: Person,
  recovery_codes: string[],
  addresses: Record<string, string[]>,
): Promise<RecordedPerson> {
  const answers: RecordedAnswer[] = []
  /** An older version lacks some calls, and not every document has a text or a result. */
  const read = async (path: string) => {
    const answer = await person.get<unknown>(path).catch(() => null)
    if (answer !== null) answers.push({ path, answer })
    return answer
  }
  for (const [list, below] of Object.entries(addresses)) {
    for (const row of rowsOf(await read(list))) {
      for (const address of below) await read(address.replace(':id', String(row.id)))
    }
  }
  const { email, password } = person
  return { email, password, recovery_codes, answers }
}

/** Everything that the fixture's people can read, for later versions to answer too. */
export async function readAnswers({
  administrator,
  teacher,
  recovery_codes,
}: Made): Promise<RecordedPerson[]> {
  return [
    await readAll(teacher, recovery_codes, ofTeachers),
    await readAll(administrator, [], { ...ofTeachers, ...ofAdministrators }),
  ]
}
