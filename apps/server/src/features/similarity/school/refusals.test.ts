import { erasureConfirmation } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addComparedDocument,
  askToCompare,
  earlierOverlapOf,
  requestAbout,
  schoolMatchOf,
  startTestSchool,
  type TestSchool,
} from '../../../testing/school.ts'
import type { TestTeacher } from '../../../testing/test-app.ts'
import { uniqueWords } from '../../../testing/text.ts'

let school: TestSchool
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  school = await startTestSchool()
  ana = await school.teacher('Ana')
  bo = await school.teacher('Bo')
})
afterAll(() => school.testApp.close())

const answer = (teacher: TestTeacher, id: string, state: string) =>
  teacher.call('PUT', `/overlap/requests/${id}`, { state })
const refused = { status: 409, body: { reason: { code: 'comparison_refused' } } }

let texts = 0
/** A document of each teacher, both with the same passage. */
async function share(asker: TestTeacher, owner: TestTeacher) {
  texts += 1
  const shared = uniqueWords(`passage${texts}x`, 120)
  const ownersText = `${uniqueWords(`owner${texts}x`, 60)} ${shared}`
  const askersText = `${uniqueWords(`asker${texts}x`, 40)} ${shared}`
  const ownersId = await addComparedDocument(owner, ownersText)
  const askersId = await addComparedDocument(asker, askersText)
  return { shared, askersText, ownersText, askersId, ownersId, match: await schoolMatchOf(asker, askersId) }
}

async function shareAndRefuse() {
  const both = await share(ana, bo)
  const { id } = await requestAbout(ana, both.match)
  expect((await answer(bo, id, 'declined')).status).toBe(200)
  return { ...both, id }
}

/** Asks about the one match of a new document with this text. */
const askAbout = async (text: string) =>
  askToCompare(ana, await schoolMatchOf(ana, await addComparedDocument(ana, text)))

describe('a colleague who refused', () => {
  test('is not asked again after the text was deleted and handed in again, nor about a variant of it', async () => {
    const { shared, askersText, askersId } = await shareAndRefuse()
    await ana.call('DELETE', `/documents/${askersId}`)
    const again = await addComparedDocument(ana, askersText)
    const match = await schoolMatchOf(ana, again)
    expect(match).toMatchObject({ request: null, closed_to_requests: 'refused' })
    expect(await askToCompare(ana, match)).toMatchObject(refused)
    expect(await askAbout(`${uniqueWords('another', 50)} ${shared}`)).toMatchObject(refused)
  })

  test('is not asked again after either document came back from the bin, or their own was uploaded again', async () => {
    const { ownersText, askersId, ownersId } = await shareAndRefuse()
    for (const [teacher, id] of [
      [ana, askersId],
      [bo, ownersId],
    ] as const) {
      await teacher.call('DELETE', `/documents/${id}`)
      await teacher.call('POST', `/bin/${id}/restore`)
      await earlierOverlapOf(teacher, id)
      expect(await askToCompare(ana, await schoolMatchOf(ana, askersId))).toMatchObject(refused)
    }
    await bo.call('DELETE', `/documents/${ownersId}`)
    await addComparedDocument(bo, ownersText)
    expect(await askToCompare(ana, await schoolMatchOf(ana, askersId))).toMatchObject(refused)
  })

  test('is not asked again after an administrator switched the comparison off and on', async () => {
    const { askersId } = await shareAndRefuse()
    await school.switchTo(false)
    await school.switchTo(true)
    await expect
      .poll(async () => (await earlierOverlapOf(ana, askersId)).school?.documents, { timeout: 30_000 })
      .toBe(1)
    expect(await askToCompare(ana, await schoolMatchOf(ana, askersId))).toMatchObject(refused)
  })

  test('is not asked again once they withdrew their consent', async () => {
    const { match, askersId, askersText } = await share(ana, bo)
    const { id } = await requestAbout(ana, match)
    await answer(bo, id, 'agreed')
    await answer(bo, id, 'withdrawn')
    await ana.call('DELETE', `/documents/${askersId}`)
    expect(await askAbout(askersText)).toMatchObject(refused)
  })

  test('can agree after all, be asked about another document, ask on their own, and by somebody else', async () => {
    const { id, match, askersId, askersText, ownersId } = await shareAndRefuse()
    const cy = await school.teacher('Cy')
    expect((await askToCompare(ana, (await share(ana, bo)).match)).status).toBe(201)
    expect((await askToCompare(cy, (await share(cy, bo)).match)).status).toBe(201)
    await answer(bo, id, 'agreed')
    expect((await ana.call('DELETE', `/overlap/requests/${id}`)).status).toBe(200)
    const again = await requestAbout(ana, match)
    await answer(bo, again.id, 'declined')
    await ana.call('DELETE', `/documents/${askersId}`)
    await addComparedDocument(ana, askersText)
    expect(await requestAbout(bo, await schoolMatchOf(bo, ownersId))).toMatchObject({
      is_own: true,
      state: 'waiting',
    })
  })

  test('is forgotten with the account of either', async () => {
    const dee = await school.teacher('Dee')
    const { match } = await share(dee, bo)
    await answer(bo, (await requestAbout(dee, match)).id, 'declined')
    const { match: asked } = await share(ana, dee)
    await answer(dee, (await requestAbout(ana, asked)).id, 'declined')
    const me = (await dee.call('GET', '/teachers/me')).body as { id: string }
    const remembered = async () =>
      (
        await school.testApp.database.query(
          'select 1 from comparison_refusals where $1::uuid in (teacher_id, other_teacher_id)',
          [me.id],
        )
      ).rows.length
    expect(await remembered()).toBe(2)
    await dee.call('DELETE', '/teachers/me', { confirmation: erasureConfirmation })
    await expect.poll(remembered, { timeout: 30_000 }).toBe(0)
  })
})

describe('emails about requests', () => {
  const emailsTo = async (name: string) =>
    (
      await school.testApp.database.query('select kind from mails where recipient = $1', [
        `${name}@school.example`,
      ])
    ).rows

  test('come once a day from each colleague, however often they ask and take it back; the list shows all', async () => {
    const [eva, fay, gus] = [
      await school.teacher('Eva'),
      await school.teacher('Fay'),
      await school.teacher('Gus'),
    ]
    const { match } = await share(eva, fay)
    for (let nth = 0; nth < 5; nth += 1) {
      const { id } = await requestAbout(eva, match)
      await eva.call('DELETE', `/overlap/requests/${id}`)
    }
    const { id } = await requestAbout(eva, match)
    const second = await share(eva, fay)
    await requestAbout(eva, second.match)
    expect(await emailsTo('fay')).toEqual([{ kind: 'comparison.asked' }])
    expect((await fay.call('GET', '/overlap/requests')).body).toHaveLength(2)
    // The same holds for answers that change again and again.
    for (const state of ['agreed', 'withdrawn', 'agreed', 'withdrawn']) await answer(fay, id, state)
    expect(await emailsTo('eva')).toEqual([{ kind: 'comparison.answered' }])
    // Others still reach them, and so does the same colleague on another day.
    const third = await share(gus, fay)
    await requestAbout(gus, third.match)
    expect(await emailsTo('fay')).toHaveLength(2)
    await school.testApp.database.query("update mails set created_at = created_at - interval '25 hours'")
    const fourth = await share(eva, fay)
    await requestAbout(eva, fourth.match)
    expect(await emailsTo('fay')).toHaveLength(3)
  })

  test('come once where many requests are made at the same moment', async () => {
    const [hal, ivy] = [await school.teacher('Hal'), await school.teacher('Ivy')]
    const matches = []
    for (let nth = 0; nth < 4; nth += 1) matches.push((await share(hal, ivy)).match)
    await Promise.all(matches.map((match) => requestAbout(hal, match)))
    expect(await emailsTo('ivy')).toHaveLength(1)
  })
})
