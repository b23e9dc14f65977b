import {
  apiBase,
  type Case,
  type ClassGroup,
  type ComparisonRequest,
  type Document,
  type EarlierOverlap,
  erasureConfirmation,
} from '@penmark/contract'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earlierOverlapOf, startTestSchool, type TestSchool } from '../../../testing/school.ts'
import type { TestTeacher } from '../../../testing/test-app.ts'
import { uniqueWords } from '../../../testing/text.ts'

/** How many sequences are tried; CONSENT_SEQUENCES asks for more, which takes minutes. */
const sequences = Number(process.env.CONSENT_SEQUENCES ?? 2)

let school: TestSchool
/** What the webhooks of both teachers were sent. */
const delivered: string[] = []
beforeAll(async () => {
  school = await startTestSchool({
    egress: {
      allows: () => true,
      async send({ body }) {
        delivered.push(String(body))
        return { status: 204, headers: {}, body: Buffer.alloc(0) }
      },
    },
  })
})
afterAll(() => school.testApp.close())

interface Side {
  name: string
  teacher: TestTeacher
  documentId: string
  classId: string
  cases: string[]
  /** How only this side's document writes the first word of the shared passage. */
  mark: string
  isErased: boolean
}

interface Pair {
  sides: [Side, Side]
  /** Every request that was ever made about the pair. */
  requests: Set<string>
}

let pairs = 0
/** A document of each of two new teachers. They share a passage that each writes in their own way. */
async function makePair(): Promise<Pair> {
  pairs += 1
  const shared = uniqueWords(`shared${pairs}x`, 120)
  const makeSide = async (name: string, passage: string): Promise<Side> => {
    const teacher = await school.teacher(name)
    await teacher.call('POST', '/integrations/webhooks', { url: `https://${name.toLowerCase()}.example/` })
    const { id: classId } = (await teacher.call('POST', '/class-groups', { class_name: name }))
      .body as ClassGroup
    const text = `${uniqueWords(`${name.toLowerCase()}x`, 60)} ${passage}`
    const { id: documentId } = (
      await teacher.call('POST', '/documents/text', { text, class_group_id: classId })
    ).body as Document
    await teacher.finished(documentId)
    await earlierOverlapOf(teacher, documentId)
    return {
      name,
      teacher,
      documentId,
      classId,
      cases: [],
      mark: passage.split(' ')[0] ?? '',
      isErased: false,
    }
  }
  const owner = await makeSide(`Bo${pairs}`, shared.toUpperCase())
  return { sides: [await makeSide(`Ana${pairs}`, shared), owner], requests: new Set() }
}

/** What an action of a sequence did to the consent. */
type Effect = 'given' | 'ended' | null

/** Fails if the server broke. A call that is refused, because something is not there or not possible, is fine. */
function isDone(status: number): boolean {
  expect(status).toBeLessThan(500)
  return status < 300
}

/** The match of a document, once it is compared; null where there is none, or no document. */
async function findMatch({ teacher, documentId }: Side) {
  for (;;) {
    const { status, body } = await teacher.call('GET', `/overlap/documents/${documentId}/earlier`)
    if (!isDone(status)) return null
    const { state, school: shared } = body as EarlierOverlap
    if (state !== 'waiting') return shared?.matches[0] ?? null
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The same call about every request that was made. */
async function forEachRequest(
  { requests }: Pair,
  effect: Effect,
  call: (id: string) => ReturnType<TestTeacher['call']>,
): Promise<Effect> {
  const done = await Promise.all([...requests].map(async (id) => isDone((await call(id)).status)))
  return done.includes(true) ? effect : null
}

const answer =
  (state: 'agreed' | 'declined' | 'withdrawn', effect: Effect) =>
  (pair: Pair, { teacher }: Side): Promise<Effect> =>
    forEachRequest(pair, effect, (id) => teacher.call('PUT', `/overlap/requests/${id}`, { state }))

const actions = {
  async ask({ requests }: Pair, side: Side): Promise<Effect> {
    const match = await findMatch(side)
    if (match === null) return null
    const { status, body } = await side.teacher.call('POST', `/overlap/school-matches/${match.id}/requests`)
    if (isDone(status)) requests.add((body as ComparisonRequest).id)
    return null
  },
  agree: answer('agreed', 'given'),
  decline: answer('declined', null),
  withdraw: answer('withdrawn', 'ended'),
  takeBack: (pair: Pair, { teacher }: Side) =>
    forEachRequest(pair, 'ended', (id) => teacher.call('DELETE', `/overlap/requests/${id}`)),
  async delete(_: Pair, { teacher, documentId }: Side): Promise<Effect> {
    return isDone((await teacher.call('DELETE', `/documents/${documentId}`)).status) ? 'ended' : null
  },
  async restore(_: Pair, { teacher, documentId }: Side): Promise<Effect> {
    isDone((await teacher.call('POST', `/bin/${documentId}/restore`)).status)
    return null
  },
  async switchOff(): Promise<Effect> {
    return isDone(await school.switchTo(false)) ? 'ended' : null
  },
  async switchOn(): Promise<Effect> {
    isDone(await school.switchTo(true))
    return null
  },
  async openCase(_: Pair, { teacher, documentId, cases }: Side): Promise<Effect> {
    const { status, body } = await teacher.call('POST', '/cases', { document_id: documentId })
    if (isDone(status)) cases.push((body as Case).id)
    return null
  },
  async erase(_: Pair, side: Side): Promise<Effect> {
    const { status } = await side.teacher.call('DELETE', '/teachers/me', {
      confirmation: erasureConfirmation,
    })
    if (!isDone(status)) return null
    side.isErased = true
    return 'ended'
  },
} satisfies Record<string, (pair: Pair, side: Side) => Promise<Effect>>

type Step = readonly (readonly [keyof typeof actions, 0 | 1])[]

/** What a teacher is shown on the pages of the requests alone: the one place where a consent opens a passage. */
async function readRequests({ teacher }: Side, { requests }: Pair): Promise<string> {
  const pages = await Promise.all([...requests].map((id) => teacher.call('GET', `/overlap/requests/${id}`)))
  return pages
    .filter(({ status }) => isDone(status))
    .map(({ text }) => text)
    .join('\n')
}

/** Everything else that a teacher can read about the document without waiting. */
async function readEverythingElse({ teacher, documentId, classId, cases }: Side): Promise<string> {
  const addresses = [
    '/overlap/requests',
    `/overlap/documents/${documentId}/earlier`,
    `/overlap/classes/${classId}/earlier/csv?language=en-GB`,
    `/overview?class_group_id=${classId}`,
    `/results/document/${documentId}`,
    '/teachers/me/export',
    ...cases.map((id) => `/cases/${id}`),
  ]
  const read = await Promise.all(addresses.map((address) => teacher.call('GET', address)))
  const { rows: mails } = await school.testApp.database.query('select subject, body, html from mails')
  return [...read.filter(({ status }) => isDone(status)).map(({ text }) => text), JSON.stringify(mails)].join(
    '\n',
  )
}

/** The PDFs of the report and of the cases, whose packs are written from the same frozen record. */
async function readPrinted({ name, documentId, cases }: Side): Promise<string> {
  const addresses = [`/results/document/${documentId}/pdf`, ...cases.map((id) => `/cases/${id}/pdf`)]
  const texts = []
  for (const address of addresses) {
    const { statusCode, rawPayload } = await school.testApp.app.inject({
      url: `${apiBase}${address}?language=en-GB`,
      headers: await school.testApp.headers(name.toLowerCase()),
    })
    if (!isDone(statusCode)) continue
    const pdf = await getDocumentProxy(new Uint8Array(rawPayload))
    texts.push((await extractText(pdf, { mergePages: true })).text)
  }
  return texts.join('\n')
}

/** Requests that no longer stand for two documents of present teachers who are compared. */
async function countStrayRequests(): Promise<number> {
  const { rows } = await school.testApp.database.query(
    `select count(*)::int as count from comparison_requests r
     where not exists (select 1 from school_comparison where is_on)
       or (select count(*) from documents d where d.id in (r.document_id, r.other_document_id)) < 2`,
  )
  return Number(rows[0]?.count)
}

/** Whether a passage was shown at all: a test in which nobody ever agrees would prove nothing. */
let shown = 0

async function run(steps: readonly Step[]): Promise<void> {
  await school.switchTo(true)
  const pair = await makePair()
  const [ana, bo] = pair.sides
  const present = () => pair.sides.filter(({ isErased }) => !isErased)
  let mayStand = false
  for (const step of steps) {
    const effects = await Promise.all(step.map(([action, nth]) => actions[action](pair, pair.sides[nth])))
    // Where both happen at the same moment, either may have come last.
    if (effects.includes('given')) mayStand = true
    else if (effects.includes('ended')) mayStand = false
    for (const side of present()) {
      const foreign = side === ana ? bo.mark : ana.mark
      const isShown = (await readRequests(side, pair)).includes(foreign)
      if (isShown) shown += 1
      expect(isShown && !mayStand, `${side.name} reads a passage without a consent`).toBe(false)
      expect(await readEverythingElse(side)).not.toContain(foreign)
    }
    expect(await countStrayRequests()).toBe(0)
    const pages = [...pair.requests].map((id) => school.administrator.call('GET', `/overlap/requests/${id}`))
    expect((await Promise.all(pages)).filter(({ status }) => status !== 404)).toEqual([])
  }
  for (const side of present())
    expect(await readPrinted(side)).not.toContain(side === ana ? bo.mark : ana.mark)
  expect(delivered.filter((body) => body.includes(ana.mark) || body.includes(bo.mark))).toEqual([])
}

const names = Object.keys(actions).filter((name) => name !== 'erase') as (keyof typeof actions)[]
const action = fc.tuple(fc.constantFrom(...names), fc.constantFrom(0 as const, 1 as const))
const step = fc.array(action, { minLength: 1, maxLength: 3 })

test('nobody reads a passage of a colleague without a consent that stands, whatever both do and in what order', async () => {
  const asked: Step = [['ask', 0]]
  const agreed: Step = [
    ['agree', 1],
    ['openCase', 0],
  ]
  const examples: Step[][] = [
    [
      asked,
      agreed,
      [
        ['withdraw', 1],
        ['agree', 1],
      ],
      [['withdraw', 1]],
      [
        ['agree', 1],
        ['delete', 0],
      ],
      [['restore', 0]],
      [
        ['ask', 0],
        ['ask', 1],
      ],
      [
        ['agree', 1],
        ['agree', 0],
      ],
      [
        ['switchOff', 0],
        ['agree', 1],
        ['takeBack', 0],
      ],
      [
        ['switchOn', 0],
        ['ask', 0],
      ],
      [
        ['ask', 0],
        ['switchOff', 0],
      ],
    ],
    [
      asked,
      agreed,
      [
        ['erase', 1],
        ['agree', 1],
        ['ask', 0],
      ],
      [['ask', 0]],
    ],
  ]
  for (const steps of examples) await run(steps)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), (steps) =>
      run([asked, agreed, ...steps]),
    ),
    { numRuns: sequences, endOnFailure: true },
  )
  expect(shown).toBeGreaterThan(0)
})
