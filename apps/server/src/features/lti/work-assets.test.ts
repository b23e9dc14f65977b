import { randomUUID } from 'node:crypto'
import type { ClassGroup, Document, Student } from '@penmark/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createEgress } from '../../outside/egress/egress.ts'
import { fileTypeOf } from '../../pipeline/file-type.ts'
import { startTestHouse, type TestHouse, type TestTeacher } from '../../testing/house.ts'
import { launching } from '../../testing/launching.ts'
import { roles, startTestPlatform, type TestAsset, type TestPlatform } from '../../testing/platform.ts'
import { prose } from '../../testing/text.ts'
import { sweepAssets, workAssets } from './work-assets.ts'

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const seconds = () => Math.floor(Date.now() / 1_000)

let house: TestHouse
let platform: TestPlatform
let ana: TestTeacher
let classId: string
let teachers = 0
beforeAll(async () => {
  house = await startTestHouse()
  const operator = await house.teacher('operator')
  platform = await startTestPlatform()
  await operator.call('POST', '/admin/lti/platforms', platform.description)
})
afterAll(async () => {
  await house.close()
  await platform.close()
})
beforeEach(async () => {
  teachers += 1
  ana = await house.teacher(`ana-${teachers}`)
  await house.database.query('delete from lti_people')
  await house.database.query('delete from lti_processors')
  platform.broken.clear()
  platform.assets.clear()
  platform.reports.length = 0
  platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
  classId = await attach(ana)
})

const { launch } = launching(
  () => house.app,
  () => platform,
)
/** Attaches us to the assignment of the platform, for a class of the teacher. */
async function attach(teacher: TestTeacher, language = 'en-GB'): Promise<string> {
  const { id: class_group_id } = (await teacher.call('POST', '/class-groups', { class_name: 'Year 10 English' })).body as ClassGroup
  const ticket = await launch(platform.choiceClaims(['ltiAssetProcessor']))
  await teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
  const { status } = await teacher.call('POST', `/integrations/lti/launches/${ticket}/answer`, {
    type: 'ltiAssetProcessor',
    class_group_id,
    language,
  })
  expect(status).toBe(200)
  return class_group_id
}
/** A file that a student handed in, by its id at the platform. */
function handIn(content: string | Buffer = prose(120), change: Partial<TestAsset> = {}): string {
  const id = randomUUID()
  platform.assets.set(id, { content, type: 'text/plain', filename: 'essay.txt', ...change })
  return id
}
const send = (...tokens: string[]) =>
  house.app.inject({ method: 'POST', url: '/lti/notices', payload: { notices: tokens.map((jwt) => ({ jwt })) } })
const tell = async (...ids: string[]) => send(await platform.notice(ids))
/** What the platform was told of a file last, once it is more than that the file is worked on. */
async function lastReport(id: string): Promise<Record<string, unknown>> {
  const about = () => platform.reports.findLast(({ assetId, processingProgress }) => assetId === id && processingProgress !== 'Processing')
  await expect.poll(() => lookFor(about), soon).toBeDefined()
  return about() ?? {}
}
const documents = async (teacher = ana) => (await teacher.call('GET', '/documents')).body as Document[]
const rows = async () => (await house.database.query('select * from lti_assets', [])).rows
/** The worker's next look, at a moment of choice. */
const work = (now: Date, change: object = {}) =>
  workAssets(
    {
      database: house.database,
      storage: house.storage,
      queue: house.queue,
      egress: createEgress({ allowPrivate: true }),
      publicUrl: 'http://localhost',
      logger: createLog('fatal', { write: () => undefined }),
      sniff: fileTypeOf,
      ...change,
    },
    now,
  )
/** What is there after another look of the worker. */
async function lookFor<T>(what: () => T | Promise<T>): Promise<T> {
  await work(new Date())
  return what()
}
const soon = { timeout: 30_000, interval: 50 }
/** How often the only file was tried, once nobody works on it. */
const tries = () => lookFor(async () => (await rows()).map(({ attempts, held_until }) => (held_until === null ? Number(attempts) : null)))
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('a submission at a platform', () => {
  test('becomes a document of the teacher, under class and student, and its report goes back', async () => {
    const id = handIn()
    expect((await tell(id)).statusCode).toBe(200)
    expect(await lastReport(id)).toEqual({
      assetId: id,
      type: 'authorship',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      title: 'Penmark report',
      visibleToOwner: false,
      processingProgress: 'Processed',
      priority: expect.any(Number),
      result: expect.stringMatching(/^.{1,16}$/),
      comment: expect.stringContaining('A score alone is no proof.'),
    })
    expect(platform.reports[0]).toMatchObject({ assetId: id, processingProgress: 'Processing' })
    const [document] = await documents()
    expect(document).toMatchObject({ original_filename: 'essay.txt', status: 'COMPLETED', class_group_id: classId })
    expect(document?.student_details).toMatchObject({ first_name: 'Ida', last_name: 'Bell' })
    const [student] = (await ana.call('GET', '/students')).body as Student[]
    expect(student).toMatchObject({ external_student_id: 'u1', class_group_ids: [classId] })
    const spent = 'select sum(words)::int as words from allowance_movements where document_id = $1'
    expect((await house.database.query(spent, [document?.id])).rows).toEqual([{ words: document?.word_count }])
  })

  test('says neither who wrote it nor a score, and colours nothing', async () => {
    const id = handIn()
    await tell(id)
    const report = await lastReport(id)
    for (const field of ['scoreGiven', 'scoreMaximum', 'indicationColor', 'indicationAlt']) expect(report).not.toHaveProperty(field)
    expect(JSON.stringify(report)).not.toMatch(/cheat|plagiar|AI Detected|\d+ ?%/i)
  })

  test('of a student who is known already goes to that student, whom the notice may also name itself', async () => {
    const known = (await ana.call('POST', '/students', { first_name: 'ida', last_name: 'Bell', external_student_id: 'U1' })).body as Student
    const id = handIn()
    await tell(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({ student_id: known.id, class_group_id: classId })
    const other = handIn()
    const claims = { [claim('for_user')]: { user_id: 'u2', given_name: 'Eve', family_name: 'Long', email: 'eve@school.example' } }
    await send(await platform.notice([other], { claims }))
    await lastReport(other)
    expect((await documents())[0]?.student_details).toMatchObject({ first_name: 'Eve', last_name: 'Long' })
  })

  test('goes to nobody where another student of the teacher has the number that the writer has at the platform', async () => {
    await ana.call('POST', '/students', { first_name: 'Ben', last_name: 'Ash', external_student_id: 'u1' })
    const id = handIn()
    await tell(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({ class_group_id: classId, student_id: null })
  })

  test('of a student without a name goes to the class, and to nobody', async () => {
    platform.people = []
    const id = handIn()
    await tell(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({ class_group_id: classId, student_id: null })
    expect((await ana.call('GET', '/students')).body).toEqual([])
  })

  test('typed into the platform’s own editor is read as the text that it shows', async () => {
    const body = `<h1>My essay</h1><p>${prose(60)}</p><script>alert(1)</script><p>Tom &amp; Ida<br>went home.</p>`
    const id = handIn(body, { type: 'text/html; charset=utf-8', filename: '' })
    await tell(id)
    await lastReport(id)
    const [document] = await documents()
    expect(document).toMatchObject({ original_filename: 'My essay.txt', file_type: 'txt' })
    const text = (await ana.call('GET', `/documents/${document?.id}/text`)).text
    expect(text).toMatch(/Tom & Ida\n+went home\./)
    expect(text).not.toContain('alert')
  })

  test('of several files becomes several documents', async () => {
    const ids = [handIn(prose(80), { filename: 'one.txt' }), handIn(prose(90), { filename: 'two.txt' })]
    await tell(...ids)
    for (const id of ids) expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
    expect((await documents()).map(({ original_filename }) => original_filename).sort()).toEqual(['one.txt', 'two.txt'])
  })

  test('is told of in French to who chose in French, and said to be too short where it is', async () => {
    await house.database.query("update lti_processors set language = 'fr-FR'", [])
    const id = handIn('Trop peu de mots.')
    await tell(id)
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed', priority: 0, result: 'Texte trop court' })
  })

  test('opens its report for the teacher by a launch, and for no other', async () => {
    const id = handIn()
    await tell(id)
    await lastReport(id)
    const [document] = await documents()
    const review = {
      [claim('message_type')]: 'LtiReportReviewRequest',
      [claim('resource_link')]: undefined,
      [claim('activity')]: { id: 'assignment-5' },
      [claim('submission')]: { id: 's1' },
      [claim('for_user')]: { user_id: 'u1' },
      [claim('assetreport_type')]: 'authorship',
      [claim('asset')]: { id },
    }
    const open = (teacher: TestTeacher, ticket: string) => teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
    expect((await open(ana, await launch(review))).body).toEqual({ state: 'report', document_id: document?.id })
    const bo = await house.teacher(`bo-${teachers}`)
    expect(await open(bo, await launch({ ...review, sub: 'another' }))).toMatchObject({ status: 404 })
    expect(await open(ana, await launch({ ...review, [claim('asset')]: { id: 'unknown' } }))).toMatchObject({ status: 404 })
    expect(await launch({ ...review, [claim('roles')]: [roles.learner] })).toBe('')
    await ana.call('DELETE', `/documents/${document?.id}`)
    expect(await open(ana, await launch(review))).toMatchObject({ status: 404 })
  })

  test('sends no word of a text and no name into the log', async () => {
    const id = handIn('Zebrafish are striped.', { type: 'image/png', filename: 'Zebrafish Ida Bell.png' })
    await tell(id)
    await lastReport(id)
    expect(house.logged.join('\n')).not.toMatch(/Zebrafish|Ida|eyJ|names-token/)
  })
})

describe('a file that cannot be checked is told of with its reason', () => {
  test.each([
    [
      'no PDF, Word or text file',
      'UNSUPPORTED_ASSET_TYPE',
      () => handIn(Buffer.from('89504e470d0a1a0a', 'hex'), { type: 'image/png', filename: 'cat.png' }),
    ],
    ['damaged', 'UNREADABLE_ASSET', () => handIn(Buffer.from('%PDF-1.7\nnothing'), { type: 'application/pdf', filename: 'essay.pdf' })],
    ['empty in the editor', 'UNSUPPORTED_ASSET_TYPE', () => handIn('<p> </p>', { type: 'text/html' })],
  ])('%s: %s', async (_, errorCode, make) => {
    const id = make()
    await tell(id)
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Failed', errorCode, priority: 0, comment: expect.any(String) })
  })

  test('too large: nothing of it is kept', async () => {
    const id = handIn(Buffer.alloc(25 * 1_024 * 1_024 + 1, 'a'))
    await tell(id)
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Failed', errorCode: 'ASSET_TOO_LARGE' })
    const lying = handIn(Buffer.alloc(25 * 1_024 * 1_024 + 1, 'b'))
    const token = await platform.notice([lying])
    const { 'https://purl.imsglobal.org/spec/lti/claim/assetservice': service } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, { assets: object[] }>
    const assets = service?.assets.map((asset) => ({ ...asset, size: 5 }))
    await send(await platform.notice([lying], { claims: { [claim('assetservice')]: { assets } } }))
    expect(await lastReport(lying)).toMatchObject({ processingProgress: 'Failed', errorCode: 'ASSET_TOO_LARGE' })
    expect(await documents()).toEqual([])
  })

  test('beyond the month’s words: asks for another try, which then works', async () => {
    const [classGroup] = (await ana.call('GET', '/class-groups')).body as ClassGroup[]
    const teacherId = classGroup?.teacher_id
    await house.database.query('update teachers set custom_word_limit = 10 where id = $1', [teacherId])
    const id = handIn()
    await tell(id)
    expect(await lastReport(id)).toMatchObject({
      processingProgress: 'PendingManual',
      priority: 0,
      comment: expect.stringContaining('used up'),
    })
    await house.database.query('update teachers set custom_word_limit = null where id = $1', [teacherId])
    const [document] = await documents()
    await ana.call('POST', `/documents/${document?.id}/reprocess`)
    await expect.poll(() => lookFor(() => platform.reports.at(-1)?.processingProgress), soon).toBe('Processed')
  })
})

describe('a file that cannot be had, or told of, is tried again', () => {
  beforeEach(() => house.database.query("update lti_processors set language = 'en-GB'", []))
  const held = { egress: { allows: () => true, send: () => Promise.reject(new Error('held')) } }

  test('after rests, and given up at the end as not downloaded', async () => {
    platform.broken.set('/moved', 503)
    const id = handIn()
    await tell(id)
    await expect.poll(tries, soon).toEqual([1])
    for (const minutes of [1, 10, 60, 300, 900, 2_000, 4_000]) await work(later(minutes))
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Failed', errorCode: 'DOWNLOAD_FAILED' })
    expect(await documents()).toEqual([])
    platform.broken.clear()
    await tell(id)
    await expect.poll(() => lookFor(() => platform.reports.at(-1)?.processingProgress), soon).toBe('Processed')
  })

  test('where what comes is not what the platform said', async () => {
    const id = handIn(prose(80), { sum: 'another' })
    await tell(id)
    await expect.poll(tries, soon).toEqual([1])
    expect(await documents()).toEqual([])
  })

  test('with the report too, where the platform does not take it at once', async () => {
    platform.broken.set('/reports', 500)
    const id = handIn()
    await tell(id)
    await expect.poll(() => lookFor(async () => (await documents())[0]?.status), soon).toBe('COMPLETED')
    await expect.poll(tries, soon).toEqual([1])
    platform.broken.clear()
    await work(later(5))
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
  })

  test('not where the platform wants no report any more', async () => {
    platform.broken.set('/reports', 404)
    const id = handIn()
    await tell(id)
    await expect.poll(() => lookFor(async () => (await rows())[0]?.is_closed), soon).toBe(true)
    expect((await documents())[0]?.status).toBe('COMPLETED')
  })

  test('not from a place inside, where a redirect leads there', async () => {
    const asked: string[] = []
    const id = randomUUID()
    await house.stopWorker()
    await tell(handIn())
    const outside = createEgress({ allowPrivate: true })
    const guard = createEgress({ allowPrivate: false })
    const egress = {
      allows: guard.allows,
      send: (outgoing: Parameters<typeof outside.send>[0]) => {
        asked.push(outgoing.url)
        if (outgoing.url.includes('/moved/'))
          return Promise.resolve({ status: 302, headers: { location: `http://169.254.169.254/${id}` }, body: Buffer.alloc(0) })
        return outgoing.url.includes('169.254') ? guard.send(outgoing) : outside.send(outgoing)
      },
    }
    await work(new Date(), { egress })
    expect(asked).toContain(`http://169.254.169.254/${id}`)
    expect(platform.reports.at(-1)).toMatchObject({ processingProgress: 'Failed', errorCode: 'DOWNLOAD_FAILED' })
    await expect(work(later(1), held)).resolves.toBeUndefined()
  })
})

describe('a notice that was acknowledged is not lost', () => {
  test('when the process dies before the file is here: the next one fetches it, once', async () => {
    const id = handIn()
    expect((await tell(id)).statusCode).toBe(200)
    // A process takes the row and is never heard of again.
    await house.database.query("update lti_assets set held_until = now() + interval '3 minutes', attempts = 1", [])
    await work(later(1))
    expect(await documents()).toEqual([])
    await work(later(4))
    expect(await documents()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ asset_id: id, person: null, fetched_at: expect.anything() }])
  })

  test('and comes to one document, however often it comes', async () => {
    const token = await platform.notice([handIn()])
    expect([(await send(token)).statusCode, (await send(token)).statusCode]).toEqual([200, 200])
    await work(new Date())
    await send(token)
    await work(later(1))
    expect(await documents()).toHaveLength(1)
  })

  test('and is forgotten where it never became a document', async () => {
    await tell(handIn())
    await sweepAssets({ database: house.database }, later(31 * 24 * 60))
    expect(await rows()).toEqual([])
  })
})

describe('a notice is refused with its reason', () => {
  const reasons = async (...tokens: string[]) => {
    const { statusCode, body } = await send(...tokens)
    return [statusCode, (JSON.parse(body) as { refused: { notice: number; reason: string }[] }).refused]
  }
  test.each([
    ['made for another tool', 'audience', { aud: 'somebody-else' }],
    ['made for two', 'audience', () => ({ aud: [platform.description.client_id, 'b'], azp: 'b' })],
    ['of a platform that nobody let in', 'platform', { iss: 'https://elsewhere.example' }],
    ['expired', 'expired', () => ({ iat: seconds() - 400, exp: seconds() - 200 })],
    ['without an end', 'expired', { exp: undefined }],
    ['made long ago', 'issued', () => ({ iat: seconds() - 8_000, exp: seconds() + 300 })],
    ['without a nonce', 'nonce', { nonce: undefined }],
    ['of a deployment that nobody let in', 'deployment', { [claim('deployment_id')]: '9' }],
    ['of another version', 'message', { [claim('version')]: '1.1' }],
    ['that is none', 'message', { [claim('notice')]: undefined }],
    ['without a submission', 'message', { [claim('assetservice')]: undefined }],
    ['with nowhere to report to', 'message', { [claim('assetreport')]: { report_url: 'javascript:alert(1)' } }],
    ['of nobody', 'message', { [claim('for_user')]: undefined }],
    ['of a person that no database holds', 'message', { [claim('for_user')]: { user_id: 'u\u0000' } }],
    ['of an assignment that nobody attached', 'processor', { [claim('activity')]: { id: 'another' } }],
    ['of a choice that nobody made', 'processor', { [claim('custom')]: { penmark_processor: randomUUID() } }],
  ] as [string, string, Record<string, unknown> | (() => Record<string, unknown>)][])('%s: %s', async (_, reason, claims) => {
    const token = await platform.notice([handIn()], { claims: typeof claims === 'function' ? claims() : claims })
    expect(await reasons(token)).toEqual([400, [{ notice: 0, reason }]])
    expect(await rows()).toEqual([])
  })

  test('signed by a foreign key, naming another key or none, unsigned, or signed with a secret', async () => {
    const payload = (await platform.notice([handIn()])).split('.')[1]
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const secret = new TextEncoder().encode('a public key in letters, as anybody can read it')
    const { issuer: iss, client_id: aud } = platform.description
    const confused = await new SignJWT({ iss, aud }).setProtectedHeader({ alg: 'HS256', kid: 'x' }).sign(secret)
    const [, refused] = await reasons(
      await platform.notice([handIn()], { foreign: true }),
      await platform.notice([handIn()], { header: { kid: 'another' } }),
      await platform.notice([handIn()], { header: { kid: undefined } }),
      none,
      confused,
      'not a token',
    )
    expect((refused as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'signature',
      'key',
      'key',
      'algorithm',
      'algorithm',
      'message',
    ])
    expect(await rows()).toEqual([])
  })

  test('with a nonce that another notice had', async () => {
    const nonce = randomUUID()
    await send(await platform.notice([handIn()], { claims: { nonce } }))
    expect(await reasons(await platform.notice([handIn()], { claims: { nonce } }))).toEqual([400, [{ notice: 0, reason: 'nonce' }]])
    expect(await rows()).toHaveLength(1)
  })

  test('and keeps no other notice from being taken; one that means nothing here is acknowledged', async () => {
    const hello = { [claim('notice')]: { id: randomUUID(), type: 'LtiHelloWorldNotice' } }
    const good = await platform.notice([handIn()])
    expect(await reasons('not a token', await platform.notice([], { claims: hello }), good)).toEqual([
      400,
      [{ notice: 0, reason: 'message' }],
    ])
    expect(await rows()).toHaveLength(1)
    expect((await house.app.inject({ method: 'POST', url: '/lti/notices', payload: {} })).statusCode).toBe(400)
  })

  test('and nothing comes to a teacher whose account at the platform is another’s', async () => {
    const bo = await house.teacher(`bo-${teachers}`)
    await tell(handIn())
    await work(new Date())
    expect([await documents(bo), (await documents()).length]).toEqual([[], 1])
  })
})
