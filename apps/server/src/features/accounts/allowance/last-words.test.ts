import type { Teacher } from '@penmark/contract'
import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

// Processing 1,000 documents takes a while on a busy machine.
test('accepts exactly 100 of 1,000 simultaneous texts of twenty words if 2,000 words are left', async () => {
  testApp = await startTestApp({ limitsCalls: true })
  const ana = await testApp.teacher('ana')
  await ana.call('PUT', '/teachers/me', profile)
  expect(
    (await ana.call('PUT', '/admin/teachers/ana/usage-limits', { words_used_current_cycle: 3_000 })).status,
  ).toBe(200)
  // Most are refused because too many wait, and stored nothing, as the counts below show. Half of those are
  // sent again, all at once, until enough were taken.
  let accepted = 0
  for (let count = 1_000; accepted < 100 && count > 0; count = Math.floor(count / 2) || 1) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, nth) =>
        ana.call('POST', '/documents/text', { text: `${prose(19)} w${nth}` }),
      ),
    )
    accepted += answers.filter(({ status }) => status === 201).length
    expect(answers.filter(({ status }) => ![201, 429, 503].includes(status)).map(({ body }) => body)).toEqual(
      [],
    )
  }
  expect(accepted).toBeGreaterThanOrEqual(100)
  const statuses = async () => {
    const { rows } = await testApp.database.query(
      'select status, count(*)::int as count from documents group by status order by status',
    )
    return rows
  }
  await expect
    .poll(statuses, { timeout: 200_000, interval: 500 })
    .toEqual([
      { status: 'COMPLETED', count: 100 },
      ...(accepted > 100 ? [{ status: 'LIMIT_EXCEEDED', count: accepted - 100 }] : []),
    ])
  const teacher = (await ana.call('GET', '/teachers/me')).body as Teacher
  expect(teacher).toMatchObject({
    words_used_current_cycle: 5_000,
    remaining_words_current_cycle: 0,
    documents_processed_current_cycle: 100,
  })
  const { rows } = await testApp.database.query(
    'select kind, count(*)::int as count from allowance_movements group by kind order by kind',
  )
  expect(rows).toEqual([
    { kind: 'adjusted', count: 1 },
    { kind: 'reserved', count: 100 },
    { kind: 'spent', count: 100 },
  ])
})
