import { type Route, routes } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, createOwnedObjects, inputOf, type Owned } from '../testing/owner.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'

/** Part of everything that Ana has. */
const mark = 'Zebrafish'

let testApp: TestApp
let ana: TestTeacher
let owned: Owned

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  owned = await createOwnedObjects(testApp, ana, mark)
})
afterAll(() => testApp.close())

/** Routes that refuse any sample, because they name something not for sale here. */
const refusesSamples = ['createCheckoutSession']

/** Everything that Ana can see of her own. */
async function whatAnaHas(): Promise<string> {
  const lists = [
    '/students',
    '/class-groups',
    '/documents',
    '/cases',
    '/appeals',
    '/writing-tasks',
    '/analytics/classes',
    '/teachers/me',
    '/integrations/api-keys',
    '/integrations/webhooks',
  ]
  return (await Promise.all(lists.map(async (list) => (await ana.call('GET', list)).text))).join('\n')
}

const all: [string, Route][] = Object.entries<Route>(routes)
const asTeacher = all.filter(([, { access }]) => access === 'teacher')

describe("Ana's data is hers alone", () => {
  test.each(asTeacher)('%s shows and changes nothing of it for Bo, whatever ids he sends', async (name, route) => {
    const bo = await testApp.teacher(`bo-${name}`)
    const before = await whatAnaHas()
    const input = inputOf(route, owned)
    const { status, text } = await ask(bo, route, input)
    const hers = [...Object.values(owned.fields), ...Object.values(owned.paths)]
    const namesHers = Object.entries(input).some(([key, value]) => key !== 'teacher_id' && hers.includes(String(value)))
    if (namesHers && (route.method !== 'GET' || route.path.includes(':'))) expect(status).toBe(404)
    // A refusal of the sample itself would prove nothing.
    expect([200, 201, 202, 403, 404, 409, 503, ...(refusesSamples.includes(name) ? [422] : [])]).toContain(status)
    for (const secret of [mark, ...hers]) expect(text).not.toContain(secret)
    expect(await whatAnaHas()).toBe(before)
  })

  test.each(all.filter(([, { access }]) => access === 'administrator'))('%s is closed to Bo', async (name, { method, path }) => {
    const bo = await testApp.teacher(`bo-${name}`)
    const { status, text } = await bo.call(
      method,
      path.replaceAll(/:(\w+)/g, owned.fields.document_id ?? ''),
      method === 'GET' ? undefined : {},
    )
    expect([status, text.includes(mark)]).toEqual([403, false])
  })

  test('is visible to Ana through the same calls, so a leak would be found', async () => {
    for (const name of [
      'listStudents',
      'listClassGroups',
      'listDocuments',
      'listClassTallies',
      'listCases',
      'listAppeals',
      'listWritingTasks',
      'readStudent',
      'readDocument',
      'readAppeal',
      'readWritingTask',
      'readWritingSubmission',
    ] as const) {
      const route: Route = routes[name]
      expect((await ask(ana, route, name.startsWith('read') ? inputOf(route, owned) : {})).text).toContain(mark)
    }
  })
})
