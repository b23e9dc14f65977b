import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser as Chromium } from 'playwright'
import {
  createAuthenticator,
  recoveryCodesOf,
} from '../../../apps/server/src/services/identity/testing/authenticator.ts'
import { roles, startTestPlatform, type TestPlatform } from '../../../apps/server/src/testing/lti/platform.ts'
import { prose } from '../../../apps/server/src/testing/text.ts'
import { type File, type Person, profile, register } from './person.ts'

interface WithId {
  id: string
}
interface Document extends WithId {
  status: string
}

/** What was made, for later objects and for reading it. */
export interface Made {
  administrator: Person
  teacher: Person
  /** The teacher's, who has two-factor authentication on. */
  recovery_codes: string[]
  student_id: string
  class_group_id: string
  document_id: string
}

const isFinal = ({ status }: Document) => ['COMPLETED', 'ERROR', 'LIMIT_EXCEEDED'].includes(status)
const fixture = async (name: string): Promise<File> => ({
  name,
  content: await readFile(join(import.meta.dirname, '../../../packages/extract/fixtures/files', name)),
})

/** One document of every type of file and in every final state. */
async function makeDocuments(
  teacher: Person,
  owners: { student_id: string; class_group_id: string },
): Promise<string> {
  const finish = async ({ id }: WithId) => (await teacher.until<Document>(`/documents/${id}`, isFinal)).id
  const pasted = await finish(
    await teacher.send<Document>('POST', '/documents/text', {
      text: prose(400),
      title: 'Harbours',
      ...owners,
    }),
  )
  await finish(await teacher.send<Document>('POST', '/documents/text', { text: prose(30) }))
  await finish(
    await teacher.send<Document>('POST', '/documents/text', {
      text: 'Le port de la ville a toujours été un lieu où les gens se retrouvent après le travail pour parler de leur journée. '.repeat(
        12,
      ),
    }),
  )
  const names = [
    'office-essay.docx',
    'office-essay.doc',
    'groff-essay.pdf',
    'bad-encrypted.docx',
    'bad-scanned.pdf',
  ]
  for (const name of names) {
    const { id } = await teacher.upload<Document>('/documents/upload', 'file', [await fixture(name)], owners)
    const { status } = await teacher.until<Document>(`/documents/${id}`, isFinal)
    // Later versions keep no file that they could not read, and so cannot try again.
    if (status === 'ERROR') await teacher.send('POST', `/documents/${id}/reprocess`).catch(() => null)
    await finish({ id })
  }
  const texts = [1, 2, 3].map((nth) => ({
    name: `class-${nth}.txt`,
    content: Buffer.from(`${prose(120 + nth)} Essay ${nth}.`),
  }))
  const batch = await teacher.upload<{ document_ids: string[] }>('/documents/batch', 'files', texts, {
    class_group_id: owners.class_group_id,
  })
  for (const id of batch.document_ids) await finish({ id })
  const [first = '', second = ''] = batch.document_ids
  await teacher.send('PUT', `/documents/${first}/assign-student`, { student_id: owners.student_id })
  await teacher.send('DELETE', `/documents/${second}`)
  return pasted
}

async function makeClass(teacher: Person): Promise<{ student_id: string; class_group_id: string }> {
  const person = {
    first_name: 'Noor',
    last_name: 'Haddad',
    email: 'noor@students.example',
    external_student_id: 'S-17',
  }
  const student = await teacher.send<WithId>('POST', '/students', {
    ...person,
    descriptor: 'Writes slowly and well.',
  })
  const row = {
    FirstName: 'Ida',
    LastName: 'Berg',
    EmailAddress: 'ida@students.example',
    ExternalID: 'S-18',
    Descriptor: 'New here',
  }
  await teacher.send('POST', '/students/bulk-upload', { students: [row] })
  const left = await teacher.send<WithId>('POST', '/students', { first_name: 'Left', last_name: 'School' })
  await teacher.send('DELETE', `/students/${left.id}`)
  const group = await teacher.send<WithId>('POST', '/class-groups', {
    class_name: 'Year 9 English',
    academic_year: '2026/27',
  })
  await teacher.send('POST', `/class-groups/${group.id}/students/${student.id}`)
  const closed = await teacher.send<WithId>('POST', '/class-groups', { class_name: 'Closed class' })
  await teacher.send('DELETE', `/class-groups/${closed.id}`)
  return { student_id: student.id, class_group_id: group.id }
}

/** Webhooks with a delivered and a failed message, and API keys, used and deleted. */
async function makeIntegrations(origin: string, teacher: Person): Promise<void> {
  const receiver = createServer((request, response) =>
    response.writeHead(request.url === '/broken' ? 500 : 204).end(),
  )
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = receiver.address() as AddressInfo
    for (const path of ['works', 'broken']) {
      const { id } = await teacher.send<WithId>('POST', '/integrations/webhooks', {
        url: `http://127.0.0.1:${port}/${path}`,
      })
      await teacher.send('POST', `/integrations/webhooks/${id}/test`, {})
      await teacher.until<{ attempts: number }[]>(
        `/integrations/webhooks/${id}/deliveries`,
        ([first]) => (first?.attempts ?? 0) > 0,
      )
      await teacher.send('POST', `/integrations/webhooks/${id}/secret`, {})
    }
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
  const key = { name: 'Gradebook', scopes: ['documents:write', 'documents:read', 'reports:read'], days: null }
  const made = await teacher.send<{ key: string }>('POST', '/integrations/api-keys', key)
  await fetch(`${origin}/api/v1/documents`, { headers: { authorization: `Bearer ${made.key}` } })
  const ended = await teacher.send<WithId>('POST', '/integrations/api-keys', {
    name: 'Old',
    scopes: ['documents:read'],
  })
  await teacher.send('DELETE', `/integrations/api-keys/${ended.id}`)
}

/** Launches from a course as a teacher's browser does. Returns the ticket. */
async function launch(origin: string, teacher: Person, platform: TestPlatform): Promise<string> {
  const { issuer, client_id } = platform.description
  const query = {
    iss: issuer,
    login_hint: '7',
    target_link_uri: `${origin}/lti/launch`,
    client_id,
    lti_message_hint: 'm',
  }
  const { text } = await teacher.browser.visit(`/lti/login?${new URLSearchParams(query)}`)
  const fields = Object.fromEntries(
    [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const { url } = await teacher.browser.post('/lti/launch', fields)
  const ticket = url.searchParams.get('ticket')
  if (ticket === null) throw new Error(`The launch was refused: ${url}`)
  return ticket
}

/**
 * A learning platform whose course is a class with a student, and an assignment with a submission that was
 * checked.
 */
async function makeCourse(origin: string, administrator: Person, teacher: Person): Promise<void> {
  const platform = await startTestPlatform()
  try {
    await administrator.send('POST', '/admin/lti/platforms', platform.description)
    await administrator.send('POST', '/admin/lti/invitations')
    platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
    const ticket = await launch(origin, teacher, platform)
    const address = `/integrations/lti/launches/${ticket}`
    const opened = await teacher.send<{ class_group_id: string }>('POST', address, { confirm: true })
    await teacher.send('POST', `/integrations/lti/classes/${opened.class_group_id}/students`, {})
    platform.launchClaims = platform.choiceClaims(['ltiAssetProcessor'])
    const choosing = `/integrations/lti/launches/${await launch(origin, teacher, platform)}`
    await teacher.send('POST', choosing, { confirm: true })
    const choice = { type: 'ltiAssetProcessor', class_group_id: opened.class_group_id, language: 'en-GB' }
    await teacher.send('POST', `${choosing}/answer`, choice)
    const id = randomUUID()
    platform.assets.set(id, {
      content: `${prose(150)} From the course.`,
      type: 'text/plain',
      filename: 'ida.txt',
    })
    const notices = JSON.stringify({ notices: [{ jwt: await platform.notice([id]) }] })
    const taken = await fetch(`${origin}/lti/notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: notices,
    })
    if (!taken.ok) throw new Error(`The notice was answered ${taken.status}.`)
    type Row = Document & { original_filename: string }
    await teacher.until<Row[]>('/documents', (rows) =>
      rows.some((row) => row.original_filename === 'ida.txt' && isFinal(row)),
    )
  } finally {
    await platform.close()
  }
}

/** Pays for Pro with a test payment, in a real browser. */
async function payForPro(origin: string, teacher: Person, chromium: Chromium): Promise<void> {
  const context = await chromium.newContext({ locale: 'en-GB' })
  const domain = new URL(origin).hostname
  const page = await context.newPage()
  page.setDefaultTimeout(180_000)
  const { pro_price_id } = await teacher.get<{ pro_price_id: string }>('/subscriptions/me')
  const { url } = await teacher.send<{ url: string }>('POST', '/create-checkout-session', {
    price_id: pro_price_id,
  })
  await context.addCookies(teacher.cookies().map((cookie) => ({ ...cookie, domain })))
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay £8\.00/ }).click()
  await page.waitForURL('**/payment/success?session_id=*')
  await teacher.until<{ subscription: object | null }>(
    '/subscriptions/me',
    ({ subscription }) => subscription !== null,
  )

  await context.close()
}

/** Returns the recovery codes. */
async function turnTwoFactorOn({ browser, password }: Person): Promise<string[]> {
  const page = '/identity/account/second-step'
  // 0.1.0 calls the action a deed.
  const post = (action: string, fields: Record<string, string>) =>
    browser.post(page, { action, deed: action, ...fields })
  const setup = await post('begin', { current_password: password })
  const { text } = await post('confirm', { code: createAuthenticator(setup.text).codeAt(new Date()) })
  const codes = recoveryCodesOf(text)
  if (codes.length === 0) throw new Error('Two-factor authentication was not turned on.')
  return codes
}

/** Every kind of object that 0.1.0 knew. */
export async function makeFirstObjects(origin: string, chromium: Chromium): Promise<Made> {
  const administrator = await register(origin, 'Amara', 'Osei')
  await administrator.send('PUT', '/teachers/me', profile('Amara', 'Osei'))
  const teacher = await register(origin, 'Ben', 'Adeyemi')
  await teacher.send('PUT', '/teachers/me', profile('Ben', 'Adeyemi'))
  const gone = await register(origin, 'Cleo', 'Gone')
  await gone.send('PUT', '/teachers/me', profile('Cleo', 'Gone'))
  await gone.send('POST', '/documents/text', { text: prose(80) })
  // 0.1.0 took another sentence.
  const erase = (confirmation: string) => gone.send('DELETE', '/teachers/me', { confirmation })
  await erase('delete my account').catch(() => erase('erase my account'))
  const administratorId = (await administrator.get<{ kinde_id: string }>('/teachers/me')).kinde_id
  // Later versions sell learning platforms with it.
  await administrator.send('PUT', `/admin/teachers/${encodeURIComponent(administratorId)}/plan`, {
    plan: 'SCHOOLS',
  })
  const { kinde_id } = await teacher.get<{ kinde_id: string }>('/teachers/me')
  const account = `/admin/teachers/${encodeURIComponent(kinde_id)}`
  await payForPro(origin, teacher, chromium)
  const recovery_codes = await turnTwoFactorOn(teacher)
  await administrator.send('PUT', `${account}/usage-limits`, {
    custom_word_limit_override: 90_000,
    words_used_current_cycle: 120,
  })
  const own = await makeClass(teacher)
  const document_id = await makeDocuments(teacher, own)
  await makeIntegrations(origin, teacher)
  await makeCourse(origin, administrator, administrator)
  await teacher.send('PUT', '/teachers/me/retention', {
    days: 3_650,
    classes: [{ class_group_id: own.class_group_id, days: null }],
  })
  const { id } = await teacher.send<WithId>('POST', '/teachers/me/exports', {})
  await teacher.until<{ id: string; state: string }[]>('/teachers/me/exports', (all) =>
    all.some((each) => each.id === id && each.state === 'ready'),
  )
  const message = {
    name: 'Ben Adeyemi',
    email: teacher.email,
    subject: 'A question',
    message: 'How long are texts kept?',
  }
  await teacher.send('POST', '/support/contact', message)
  await teacher.browser.post('/identity/forgot', { email: teacher.email })
  return { administrator, teacher, recovery_codes, ...own, document_id }
}
