import { randomUUID } from 'node:crypto'
import type { ClassGroup, Document, Route, Student } from '@penmark/contract'
import { z } from 'zod'
import type { Answer, TestApp, TestTeacher } from '../test-app.ts'
import { prose } from '../text.ts'
import { insertAppealTo, insertCase } from './case.ts'
import { insertComparison } from './comparison.ts'
import { insertSchoolMatch } from './school-match.ts'
import { insertSource } from './source.ts'
import { insertWriting } from './writing.ts'

/** The ids of one teacher's objects, which others could try. */
export interface Owned {
  /** By the field's name in an input. */
  fields: Record<string, string>
  /** The value of `:id`, by the beginning of the path. */
  paths: Record<string, string>
}

/** Creates one of everything for a teacher, each with the mark in it. */
export async function createOwnedObjects(
  { database }: Pick<TestApp, 'database'>,
  teacher: TestTeacher,
  mark: string,
): Promise<Owned> {
  const make = async <T>(address: string, fields: object) =>
    (await teacher.call('POST', address, fields)).body as T
  const made = async (address: string, fields: object) => (await make<{ id: string }>(address, fields)).id
  const student = await make<Student>('/students', { first_name: mark, last_name: mark, descriptor: mark })
  const { id: class_group_id } = await make<ClassGroup>('/class-groups', {
    class_name: mark,
    academic_year: mark,
  })
  await teacher.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
  const owners = { student_id: student.id, class_group_id }
  const document = await make<Document>('/documents/text', { text: `${mark} ${prose(60)}`, ...owners })
  const { body } = await teacher.upload(
    '/documents/upload',
    'file',
    [{ name: `${mark}.txt`, content: prose(60) }],
    owners,
  )
  const uploaded = body as Document
  await database.query("update documents set status = 'COMPLETED', score = 0.9 where id = $1", [document.id])
  const batch_id = randomUUID()
  await database.query('update documents set batch_id = $2 where id = $1', [uploaded.id, batch_id])
  const { comparison_id, pair_id } = await insertComparison(database, class_group_id, [
    document.id,
    uploaded.id,
  ])
  const { source_id, match_id } = await insertSource(database, {
    class_group_id,
    document_id: document.id,
    text: mark,
  })
  await database.query('insert into school_comparison (id, is_on) values (1, true)')
  const { school_match_id, request_id } = await insertSchoolMatch(database, document.id)
  const case_id = await insertCase(database, {
    ...student,
    class_group_id,
    document_id: document.id,
    text: mark,
  })
  const { rows } = await database.query('select id from case_reply_files where case_id = $1', [case_id])
  const file_id = String(rows[0]?.id)
  const inBin = await made('/students', { first_name: mark, last_name: mark })
  await teacher.call('DELETE', `/students/${inBin}`)
  const { task_id, submission_id } = await insertWriting(database, {
    ...owners,
    teacher_id: student.teacher_id,
    text: mark,
  })
  return {
    fields: {
      ...owners,
      file_id,
      document_id: document.id,
      before: document.id,
      teacher_id: student.teacher_id,
      batch_id,
      task_id,
    },
    paths: {
      '/analytics/classes/': class_group_id,
      '/appeals/': await insertAppealTo(database, student.teacher_id, mark),
      '/bin/': inBin,
      '/cases/': case_id,
      '/class-groups/': class_group_id,
      '/documents/': document.id,
      '/results/document/': document.id,
      '/overlap/comparisons/': comparison_id,
      '/overlap/pairs/': pair_id,
      '/overlap/requests/': request_id,
      '/overlap/school-matches/': school_match_id,
      '/overlap/documents/': document.id,
      '/overlap/classes/': class_group_id,
      '/sources/': source_id,
      '/source-matches/': match_id,
      '/students/': student.id,
      '/writing-tasks/': task_id,
      '/writing-submissions/': submission_id,
      '/integrations/lti/classes/': class_group_id,
      '/integrations/webhooks/': await made('/integrations/webhooks', { url: `https://${mark}.example/` }),
      '/integrations/api-keys/': await made('/integrations/api-keys', {
        name: mark,
        scopes: ['documents:read'],
      }),
      '/teachers/me/exports/': await made('/teachers/me/exports', {}),
    },
  }
}

/** Fields that end like an id but name nothing a teacher owns. */
const foreignIds = [
  'assignment_id',
  'price_id',
  'session_id',
  'kinde_id',
  'ExternalID',
  'external_student_id',
]
/** Values that a rule requires, by the field's name. */
const requiredValues: Record<string, unknown> = {
  email: 'bo@school.example',
  EmailAddress: 'bo@school.example',
  country: 'GB',
  url: 'https://bo.example/',
  due_on: '2099-01-15',
  due_at: '2099-01-15T12:00:00Z',
  pin: '1234',
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
}

/** A sample of this shape, in which every id is the owner's. */
function sampleOf(
  name: string,
  { type, properties, items, anyOf, enum: choices, const: only, minimum }: Schema,
  route: Route,
  owned: Owned,
): unknown {
  if (name === 'id') {
    const prefix = Object.keys(owned.paths).find((start) => route.path.startsWith(start))
    if (prefix === undefined) throw new Error(`Nothing of an owner's is known for ${route.path}`)
    return owned.paths[prefix]
  }
  if (name in owned.fields) return owned.fields[name]
  if (name in requiredValues) return requiredValues[name]
  if (/id$/i.test(name) && !foreignIds.includes(name))
    throw new Error(`Nothing of an owner's is known as ${name} of ${route.path}`)
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return sampleOf(name, anyOf.find((each) => each.type !== 'null') ?? {}, route, owned)
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([key, each]) => [key, sampleOf(key, each, route, owned)]),
    )
  if (type === 'array') return [sampleOf('', items ?? {}, route, owned)]
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? Math.max(1, minimum ?? 1) : 'anything'
}

/**
 * A valid input of a route in which every id is the owner's. Throws for a field that names something the
 * owner does not have.
 */
export function inputOf(route: Route, owned: Owned): Record<string, unknown> {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema
  return {
    ...(sampleOf('', { properties: {}, ...schema }, route, owned) as object),
    teacher_id: owned.fields.teacher_id,
  }
}

/**
 * Calls a route as the web does: ids in the path, the rest in the query or the body, and a file where one is
 * required.
 */
export async function callRoute(
  teacher: TestTeacher,
  route: Route,
  input: Record<string, unknown>,
): Promise<Answer> {
  const rest = { ...input }
  const address = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(typeof value === 'string' ? value : 'anything')
  })
  if (route.body === 'multipart') {
    const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return teacher.upload(
      address,
      route.path.endsWith('/batch') ? 'files' : 'file',
      [{ name: 'a.txt', content: prose(60) }],
      fields,
    )
  }
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return inQuery
    ? teacher.call(route.method, `${address}?${query}`)
    : teacher.call(route.method, address, rest)
}
