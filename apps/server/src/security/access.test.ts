import { type ApiScope, apiBase, apiScopes, type MadeApiKey, type Route, routes } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAttack } from '../testing/attack.ts'
import { parsePrintedRoutes } from '../testing/printed-routes.ts'
import { callRoute, createOwnedObjects, inputOf, type Owned } from '../testing/records/owned-objects.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'
import { type AccessRule, accessRules, otherRoutes } from './access-rules.ts'

/** Part of everything that Ana has. */
const mark = 'Zebrafish'
let testApp: TestApp
let ana: TestTeacher
let owned: Owned
/** Another teacher's key for each scope. */
const keys = new Map<ApiScope, string>()
/** What Ana sees of her own before anybody else calls, and all that is stored of her. */
let anasData: Record<string, unknown>
let anasRows: unknown
let rowsOfAna: () => Promise<unknown>

beforeAll(async () => {
  testApp = await startTestApp({ works: false, planLimits: false, adminEmails: ['root@school.example'] })
  ana = await testApp.teacher('ana')
  owned = await createOwnedObjects(testApp, ana, mark)
  const bo = await testApp.teacher('bo')
  for (const scope of apiScopes) {
    const { body } = await bo.call('POST', '/integrations/api-keys', { name: scope, scopes: [scope] })
    keys.set(scope, (body as MadeApiKey).key)
  }
  anasData = await readAnasData()
  rowsOfAna = await rowsOf(owned.fields.teacher_id ?? '')
  anasRows = await rowsOfAna()
})
afterAll(async () => {
  await testApp.close()
  keyAttack.expectDefended(995)
  idAttack.expectDefended(1_170)
})
// This test calls more routes with a key than the limit per minute allows.
beforeEach(() => testApp.database.query('delete from visitor_count'))

const rootClaims = { email: 'root@school.example', emailVerified: true }

const keyAttack = createAttack('isolation', 'API keys of one scope make every call', 'calls')
const idAttack = createAttack('isolation', 'calls name what belongs to somebody else', 'calls')

/**
 * Every kind of caller. Strangers own nothing they ask for, and are new with every call, because some calls
 * end an account.
 */
const callers: Record<string, (name: string) => Promise<TestTeacher> | TestTeacher> = {
  'who brings nothing': () => testApp.caller(null),
  'who brings a made-up token': () => testApp.caller('Bearer eyJhbGciOiJub25lIn0.e30.'),
  'who brings a made-up key': () => testApp.caller(`Bearer pmk_${'A'.repeat(43)}`),
  'who brings a password': () => testApp.caller('Basic YTpi'),
  'another teacher': (name) => testApp.teacher(`stranger-${name}`),
  'an administrator': (name) => testApp.teacher(`root-${name}`, rootClaims),
  ...Object.fromEntries(
    apiScopes.map((scope) => [`a key for ${scope}`, () => testApp.caller(`Bearer ${keys.get(scope)}`)]),
  ),
}

type Outcome = 'open' | 'signed out' | 'not allowed'

/** The response of access control, before anything else is checked. */
function expectedOutcome(rule: AccessRule, caller: string): Outcome {
  if (rule === 'anybody' || rule === 'secret address' || rule === 'signature') return 'open'
  if (caller.startsWith('who brings')) return 'signed out'
  if (caller.startsWith('a key')) return rule === `teacher, ${caller.slice(2)}` ? 'open' : 'not allowed'
  return rule === 'administrator' && caller !== 'an administrator' ? 'not allowed' : 'open'
}

const outcomeOf = (status: number): Outcome =>
  status === 401 ? 'signed out' : status === 403 ? 'not allowed' : 'open'

/** Open routes that may still refuse a caller for another reason. */
const otherRefusals: Partial<Record<keyof typeof routes, Outcome>> = {
  // A human check or a correct secret is required.
  quickDetect: 'not allowed',
  contactPublic: 'not allowed',
}

const all = Object.entries<Route>(routes)
const inputFor = (route: Route, rule: AccessRule) =>
  rule === 'administrator' || rule === 'secret address' || rule === 'signature' ? {} : inputOf(route, owned)

describe('the access rules', () => {
  test('agree with the contract about every call', () => {
    const wide = ['anybody', 'secret address', 'signature']
    const wordsOf = (rule: string) => (wide.includes(rule) ? 'public' : rule)
    const contractRules = all.map(([name, { access, scope }]) => [
      name,
      scope === undefined ? access : `${access}, key for ${scope}`,
    ])
    expect(
      Object.fromEntries(Object.entries(accessRules).map(([name, rule]) => [name, wordsOf(rule)])),
    ).toEqual(Object.fromEntries(contractRules))
  })

  test('cover every address that the server answers', () => {
    const known = new Set([...all.map(([, { path }]) => `${apiBase}${path}`), ...Object.keys(otherRoutes)])
    // The app's own routes, and files whose names contain a hash.
    const spelt = (address: string) =>
      address.replace(/^\/test-payment\/[0-9a-f]{12}\/.*/, '/test-payment/:file')
    const answered = parsePrintedRoutes(testApp.app.printRoutes({ commonPrefix: false })).map(spelt)
    expect(answered.length).toBeGreaterThan(all.length / 2)
    expect(answered.filter((address) => address !== '/broken' && !known.has(address))).toEqual([])
  })
})

/** Everything that Ana sees of her own. */
async function readAnasData(): Promise<Record<string, unknown>> {
  const lists = [
    '/students',
    '/class-groups',
    '/documents',
    '/bin',
    '/cases',
    '/appeals',
    '/writing-tasks',
    '/analytics/classes',
    '/teachers/me',
    '/integrations/api-keys',
    '/integrations/webhooks',
  ]
  const read = lists.map(
    async (list): Promise<[string, unknown]> => [list, (await ana.call('GET', list)).body],
  )
  return Object.fromEntries<unknown>(await Promise.all(read))
}

/**
 * Reads a digest of all rows of a teacher, by table: she may not make calls as often as the others together.
 */
async function rowsOf(teacherId: string): Promise<() => Promise<unknown>> {
  const { database } = testApp
  const { rows: tables } = await database.query(
    `select format('select %L as name, md5(string_agg(t::text, E''\\n'' order by t::text)) as rows from %I t where %I = $1',
       table_name, table_name, column_name) as digest
     from information_schema.columns
     where table_schema = 'public' and (column_name = 'teacher_id' or (table_name = 'teachers' and column_name = 'id'))`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const statement = tables.map(({ digest }) => String(digest)).join(' union all ')
  return async () => {
    const { rows: digests } = await database.query(statement, [teacherId])
    return Object.fromEntries<unknown>(
      digests.map(({ name, rows }): [string, unknown] => [String(name), rows]),
    )
  }
}

/** Routes that refuse any sample, because they name something not for sale here. */
const refusesSamples = ['createCheckoutSession']

describe.each(Object.keys(callers))('%s', (caller) => {
  test.each(all)(
    "is admitted or refused at %s according to the rules, and neither sees nor changes others' data",
    async (name, route) => {
      const rule = accessRules[name as keyof typeof routes]
      const input = inputFor(route, rule)
      const { status, text } = await callRoute(
        (await callers[caller]?.(name)) ?? testApp.caller(null),
        route,
        input,
      )
      const outcome = outcomeOf(status)
      const other = otherRefusals[name as keyof typeof routes]
      if (outcome !== other) expect([status, outcome]).toEqual([status, expectedOutcome(rule, caller)])
      if (outcome === 'signed out') expect(JSON.parse(text)).toMatchObject({ code: 'not_signed_in' })
      expect(status).not.toBe(500)
      const leaks =
        rule !== 'administrator' &&
        [mark, ...Object.values(owned.fields), ...Object.values(owned.paths)].some((each) =>
          text.includes(each),
        )
      if (caller.startsWith('a key'))
        keyAttack.count(
          `${caller}: ${name}`,
          leaks || (outcome === 'open' && expectedOutcome(rule, caller) !== 'open'),
        )
      else idAttack.count(`${caller}: ${name}`, leaks)
      const ids = [...Object.values(owned.fields), ...Object.values(owned.paths)]
      // Administrators see whose documents exist. Contents, and what belongs to a single teacher, are closed
      // to them too.
      if (rule !== 'administrator') for (const secret of [mark, ...ids]) expect(text).not.toContain(secret)
      if (outcome === 'open' && /:id\b/.test(route.path) && rule.startsWith('teacher'))
        expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'not_found' }])
      if (caller !== 'another teacher' || !rule.startsWith('teacher')) return
      const namesAnas = Object.entries(input).some(
        ([key, value]) => key !== 'teacher_id' && ids.includes(String(value)),
      )
      if (namesAnas && (route.method !== 'GET' || route.path.includes(':'))) expect(status).toBe(404)
      // A refusal of the sample itself would prove nothing.
      expect([200, 201, 202, 403, 404, 409, 503, ...(refusesSamples.includes(name) ? [422] : [])]).toContain(
        status,
      )
      expect(await rowsOfAna()).toEqual(anasRows)
    },
  )
})

const withId = all.filter(([, { access, path }]) => access === 'teacher' && /:id\b/.test(path))

test.each(withId)(
  '%s answers 404 to its owner for an unknown id, and for anything that is not an id',
  async (_name, route) => {
    for (const id of [crypto.randomUUID(), 'not-an-id', "' or 1=1 --"])
      expect((await callRoute(ana, route, { ...inputOf(route, owned), id })).body).toMatchObject({
        code: 'not_found',
      })
  },
)

test('nothing of Ana was changed by all these calls', async () => {
  expect(await readAnasData()).toEqual(anasData)
})

test('Ana sees her data through the same calls, so a leak would be found', async () => {
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
    expect([
      name,
      (await callRoute(ana, route, name.startsWith('read') ? inputOf(route, owned) : {})).text,
    ]).toEqual([name, expect.stringContaining(mark)])
  }
})
