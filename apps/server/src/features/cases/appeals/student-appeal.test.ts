import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/durations.ts'
import { startAppeals } from '../../../testing/appeals.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

const {
  testApp,
  faults,
  head,
  ana,
  bo,
  student,
  nameReviewer,
  caseOf,
  decide,
  appealsOf,
  endAppeal,
  send,
  get,
  linkedCase,
  decidedCase,
  decisionOn,
  appeal,
} = await startAppeals()

describe('the student', () => {
  test('can read the decision with its reason, and whom to ask if there is no one for appeals', async () => {
    const { url } = await decidedCase()
    const { body } = await get(url)
    for (const words of [
      'What was decided',
      'The drafts do not fit.',
      'Nobody has been named here yet',
      'ask Ana Sol or the office of Hill',
    ])
      expect(body).toContain(words)
    expect(body).not.toMatch(/step=appeal|Private thoughts/)
    expect((await get(`${url}?step=appeal`)).body).not.toContain('Why do you not agree?')
    expect((await send(url, { text: 'Still', action: 'appeal-save' })).statusCode).toBe(409)
  })

  test('cannot appeal against being cleared, before a decision, or at a preview', async () => {
    await nameReviewer('bo@school.example')
    const { url, id } = await linkedCase()
    expect((await send(url, { text: 'Early', action: 'appeal-save' })).statusCode).toBe(409)
    await decide(id, 'cleared')
    const { body } = await get(url)
    expect([body.includes('You are cleared.'), body.includes('step=appeal')]).toEqual([true, false])
    const other = await decidedCase()
    const made = await ana.call('POST', `/cases/${other.id}/student-page/preview`, { language: 'en-GB' })
    const preview = new URL((made.body as { url: string }).url).pathname
    expect((await get(preview)).body).not.toContain('step=appeal')
    expect((await send(preview, { text: 'Me', action: 'appeal-save' })).statusCode).toBe(404)
  })

  test('saves an appeal, adds and removes files, reviews it and hands it in once, with the same link', async () => {
    await nameReviewer('bo@school.example')
    const { id, url } = await decidedCase()
    const saved = await send(url, { text: 'My words', action: 'appeal-save' }, [
      { name: 'notes.png', content: png },
      { name: 'more.png', content: png },
    ])
    expect(saved.headers.location).toContain('step=appeal')
    const form = (await get(String(saved.headers.location))).body
    for (const words of ['My words', 'notes.png', 'more.png', 'Your text was saved.'])
      expect(form).toContain(words)
    const [, file = ''] = /value="appeal-remove:([\w-]+)"/.exec(form) ?? []
    await send(url, { text: 'My words', action: `appeal-remove:${file}` })
    const read = await send(url, { text: 'My better words', action: 'appeal-review' })
    const review = (await get(String(read.headers.location))).body
    expect([
      review.includes('My better words'),
      review.includes('notes.png'),
      review.includes('more.png'),
    ]).toEqual([true, false, true])
    // The teacher does not see it before it is handed in.
    expect((await ana.call('GET', `/cases/${id}/student-page`)).body).toMatchObject({
      has_draft: false,
      replies: [],
    })
    await send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
    expect((await get(url)).body).toContain('A second person will read it and decide.')
    expect((await caseOf(id)).entries.at(-1)).toMatchObject({ kind: 'appealed', text: 'My better words' })
    const late = await send(url, { text: 'And another thing', action: 'appeal-save' })
    expect([late.statusCode, late.body.includes('And another thing')]).toEqual([409, true])
    await send(url, { action: 'appeal-hand-in', decision: '1' })
    expect((await caseOf(id)).entries.filter(({ kind }) => kind === 'appealed')).toHaveLength(1)
    expect((await get(`${url}/copy`)).body).toContain('My better words')
    await endAppeal(bo, (await appealsOf(bo))[0]?.id ?? '', null)
  })

  test('cannot hand in an empty or far too long appeal, and loses nothing', async () => {
    await nameReviewer('bo@school.example')
    const { url } = await decidedCase()
    await send(url, { text: '', action: 'appeal-save' })
    const empty = await send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
    expect(empty.headers.location).toMatch(/step=appeal.*note=empty/)
    const long = 'word '.repeat(2_500)
    expect((await appeal(url, long)).headers.location).toContain('note=long')
    expect((await get(`${url}?step=appeal`)).body).toContain(long.trim())
  })

  test('is shown a newer decision before an appeal against the previous one is handed in', async () => {
    await nameReviewer('bo@school.example')
    const { id, url } = await decidedCase()
    await send(url, { text: 'Against the first', action: 'appeal-save' })
    const first = await decisionOn(url)
    await decide(id, 'support-agreed', 'After our talk.')
    expect((await send(url, { action: 'appeal-hand-in', decision: first })).headers.location).toContain(
      'note=newer',
    )
    const { body } = await get(`${url}?note=newer`)
    for (const words of ['There is a new decision', 'After our talk.', 'Continue your appeal'])
      expect(body).toContain(words)
  })

  test('has the time that applied at the decision, even if the link itself has expired', async () => {
    await nameReviewer('bo@school.example')
    const setDays = (appeal_days: number) =>
      head.call('PUT', '/admin/case-policy', { may_refer_unheard: true, retention_days: null, appeal_days })
    await setDays(30)
    const { id, url } = await decidedCase()
    await setDays(7)
    const { appeal_until } = await caseOf(id)
    expect(Math.round((new Date(appeal_until ?? 0).getTime() - Date.now()) / dayMs)).toBe(30)
    await testApp.database.query(
      "update case_links set expires_at = now() - interval '1 hour' where case_id = $1",
      [id],
    )
    expect((await get(url)).body).toContain('You can appeal here until')
    expect((await send(url, { text: 'A late reply', action: 'save' })).statusCode).toBe(410)
    expect((await appeal(url)).statusCode).toBe(303)
    expect((await get(url)).body).toContain('You appealed on')
    await endAppeal(bo, (await appealsOf(bo))[0]?.id ?? '', null)
    await setDays(14)
  })

  test('reads that the time is over, and later that the link has expired', async () => {
    await nameReviewer('bo@school.example')
    const { id, url } = await linkedCase({ days: 90 })
    await testApp.database.query(
      `insert into case_entries (case_id, teacher_id, kind, text, outcome, at, appeal_until)
       values ($1, $2, 'decided', 'Long ago.', 'referred', now() - interval '20 days', now() - interval '6 days')`,
      [id, student.teacher_id],
    )
    expect((await get(url)).body).toContain('The time to appeal here ended on')
    expect((await send(url, { text: 'Late', action: 'appeal-save' })).statusCode).toBe(409)
    await testApp.database.query(
      "update case_links set expires_at = now() - interval '1 hour' where case_id = $1",
      [id],
    )
    expect((await get(url)).statusCode).toBe(410)
  })

  test.each([false, true])(
    'can send an appeal again after its commit failed (committed: %s)',
    async (after) => {
      await nameReviewer('bo@school.example')
      const { id, url } = await decidedCase()
      await send(url, { text: 'Safe', action: 'appeal-save' })
      const decision = await decisionOn(url)
      const fault = faults.failCommit({ of: 'insert into case_appeals', after })
      expect((await send(url, { action: 'appeal-hand-in', decision })).statusCode).toBe(500)
      expect(fault.happened).toBe(1)
      await send(url, { action: 'appeal-hand-in', decision })
      expect((await caseOf(id)).entries.filter(({ kind }) => kind === 'appealed')).toHaveLength(1)
      await endAppeal(bo, (await appealsOf(bo))[0]?.id ?? '', null)
    },
  )
})
