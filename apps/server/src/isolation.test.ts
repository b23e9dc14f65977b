import { type ClassGroup, type Document, type Route, routes, type Student } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestHouse, type TestHouse, type TestTeacher } from './testing/house.ts'
import { prose } from './testing/text.ts'

/** Stands in everything that Ana has. */
const mark = 'Zebrafish'

let house: TestHouse
let ana: TestTeacher
/** What Ana owns, by the name that an input gives it. A field that names something and is not among these fails below. */
let owned: Record<string, string>
/** What `:id` is, by the beginning of the path. A path with an id that begins with none of these fails below. */
let ownedByPath: Record<string, string>

beforeAll(async () => {
  house = await startTestHouse({ works: false })
  ana = await house.teacher('ana')
  const make = async <T>(address: string, fields: object) => (await ana.call('POST', address, fields)).body as T
  const student = await make<Student>('/students', { first_name: mark, last_name: mark, descriptor: mark })
  const { id: class_group_id } = await make<ClassGroup>('/class-groups', { class_name: mark, academic_year: mark })
  await ana.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
  const owners = { student_id: student.id, class_group_id }
  const document = await make<Document>('/documents/text', { text: `${mark} ${prose(60)}`, ...owners })
  await ana.upload('/documents/upload', 'file', [{ name: `${mark}.txt`, content: prose(60) }], owners)
  await house.database.query("update documents set status = 'COMPLETED', score = 0.9 where id = $1", [document.id])
  owned = { ...owners, document_id: document.id, before: document.id, teacher_id: student.teacher_id }
  ownedByPath = {
    '/analytics/classes/': class_group_id,
    '/class-groups/': class_group_id,
    '/documents/': document.id,
    '/results/document/': document.id,
    '/students/': student.id,
    '/integrations/lti/classes/': class_group_id,
    '/integrations/webhooks/': (await make<{ id: string }>('/integrations/webhooks', { url: `https://${mark}.example/` })).id,
    '/integrations/api-keys/': (await make<{ id: string }>('/integrations/api-keys', { name: mark, scopes: ['documents:read'] })).id,
    '/teachers/me/exports/': (await make<{ id: string }>('/teachers/me/exports', {})).id,
  }
})
afterAll(() => house.close())

/** Names of fields that end like an id and name nothing that a teacher owns. */
const foreignIds = ['assignment_id', 'price_id', 'session_id', 'kinde_id', 'ExternalID', 'external_student_id']
/** Words that a rule asks for, by the name of the field. */
const told: Record<string, unknown> = {
  email: 'bo@school.example',
  EmailAddress: 'bo@school.example',
  country: 'GB',
  url: 'https://bo.example/',
}

/** Routes that refuse any sample: they name a thing of the product that is not for sale here. */
const refusesSamples = ['createCheckoutSession']

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
}

/** Something of this shape, in which every id is Ana's. */
function sampleOf(name: string, { type, properties, items, anyOf, enum: choices, const: only, minimum }: Schema, route: Route): unknown {
  if (name === 'id') {
    const prefix = Object.keys(ownedByPath).find((start) => route.path.startsWith(start))
    if (prefix === undefined) throw new Error(`Nothing of Ana's is known for ${route.path}`)
    return ownedByPath[prefix]
  }
  if (name in owned) return owned[name]
  if (name in told) return told[name]
  if (/id$/i.test(name) && !foreignIds.includes(name)) throw new Error(`Nothing of Ana's is known as ${name} of ${route.path}`)
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return sampleOf(name, anyOf.find((each) => each.type !== 'null') ?? {}, route)
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, sampleOf(key, each, route)]))
  if (type === 'array') return [sampleOf('', items ?? {}, route)]
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? Math.max(1, minimum ?? 1) : 'anything'
}

function inputOf(route: Route): Record<string, unknown> {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema
  return { ...(sampleOf('', { properties: {}, ...schema }, route) as object), teacher_id: owned.teacher_id }
}

/** Calls a route as the web does: ids in the path, the rest in the query or the body, a file where one is due. */
async function ask(teacher: TestTeacher, route: Route, input: Record<string, unknown>) {
  const rest = { ...input }
  const address = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(typeof value === 'string' ? value : 'anything')
  })
  if (route.body === 'multipart') {
    const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return teacher.upload(address, route.path.endsWith('/batch') ? 'files' : 'file', [{ name: 'a.txt', content: prose(60) }], fields)
  }
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return inQuery ? teacher.call(route.method, `${address}?${query}`) : teacher.call(route.method, address, rest)
}

/** Everything of Ana's that she can see. */
async function whatAnaHas(): Promise<string> {
  const lists = [
    '/students',
    '/class-groups',
    '/documents',
    '/analytics/classes',
    '/teachers/me',
    '/integrations/api-keys',
    '/integrations/webhooks',
  ]
  return (await Promise.all(lists.map(async (list) => (await ana.call('GET', list)).text))).join('\n')
}

const all: [string, Route][] = Object.entries<Route>(routes)
const asTeacher = all.filter(([, { access }]) => access === 'teacher')

describe('what Ana has is hers alone', () => {
  test.each(asTeacher)('%s shows Bo nothing of it and changes nothing of it, whatever ids he sends', async (name, route) => {
    const bo = await house.teacher(`bo-${name}`)
    const before = await whatAnaHas()
    const input = inputOf(route)
    const { status, text } = await ask(bo, route, input)
    const hers = [...Object.values(owned), ...Object.values(ownedByPath)]
    const namesHers = Object.entries(input).some(([key, value]) => key !== 'teacher_id' && hers.includes(String(value)))
    if (namesHers && (route.method !== 'GET' || route.path.includes(':'))) expect(status).toBe(404)
    // A refusal of the sample itself would prove nothing.
    expect([200, 201, 202, 403, 404, 409, 503, ...(refusesSamples.includes(name) ? [422] : [])]).toContain(status)
    for (const secret of [mark, ...hers]) expect(text).not.toContain(secret)
    expect(await whatAnaHas()).toBe(before)
  })

  test.each(all.filter(([, { access }]) => access === 'administrator'))('%s is closed to Bo', async (name, { method, path }) => {
    const bo = await house.teacher(`bo-${name}`)
    const { status, text } = await bo.call(method, path.replaceAll(/:(\w+)/g, owned.document_id ?? ''), method === 'GET' ? undefined : {})
    expect([status, text.includes(mark)]).toEqual([403, false])
  })

  test('is seen by Ana by the same calls, so that the marks would be found', async () => {
    for (const name of ['listStudents', 'listClassGroups', 'listDocuments', 'listClassTallies', 'readStudent', 'readDocument'] as const) {
      const route: Route = routes[name]
      expect((await ask(ana, route, name.startsWith('read') ? inputOf(route) : {})).text).toContain(mark)
    }
  })
})
