import type { Baseline, Report } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, refuse } from '../../../../testing/api.ts'
import { openElement } from '../../../../testing/screen.tsx'
import { reportWith } from '../report.fixture.ts'
import { WrittenInClass } from './written-in-class.tsx'

const address = 'GET /results/document/d-1/baseline'
const texts = (n: number, exceeding: number) => ({
  n,
  exceeding,
  counts: Array.from({ length: 20 }, (_, bin) => (bin === 0 ? n - exceeding : bin === 19 ? exceeding : 0)),
})
const baseline = (change: Partial<Baseline> = {}): Baseline => ({
  own: texts(38, 0),
  school: null,
  local_p_value: null,
  stated_p_value: 0.00208,
  finding: 'mixed',
  ...change,
})

async function open(answer: () => unknown, change: Partial<Report> = {}) {
  fakeApi({ [address]: answer })
  const report = reportWith(change)
  await openElement(<WrittenInClass report={{ ...report, score: report.score ?? 0 }} />)
}

const region = () => screen.findByRole('region', { name: 'Compared with work written in class' })

test('says how many texts written in class score as high, and from how many on a share is stated', async () => {
  await open(() => baseline())
  const section = within(await region())
  expect(
    section.getByText('None of the 38 texts your students wrote in class scores this high.'),
  ).toBeDefined()
  expect(section.getByText('Once there are 60 such texts, the report also states their share.')).toBeDefined()
  expect(section.getByText(/can help a student, but is never held against one/)).toBeDefined()
})

test('shows the plot as a table too', async () => {
  await open(() => baseline({ school: texts(412, 3) }))
  const section = within(await region())
  const table = section.getByRole('table', { name: 'How texts written in class score', hidden: true })
  const rows = within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[0]).toEqual(['Score', 'Your students', 'All teachers'])
  expect(rows[1]?.slice(1)).toEqual(['38', '409'])
  expect(rows.at(-1)?.slice(1)).toEqual(['0', '3'])
})

test('states the larger share and why, and that few texts change no finding', async () => {
  await open(() => baseline({ own: texts(60, 0), local_p_value: 1 / 61, stated_p_value: 1 / 61 }))
  const section = within(await region())
  expect(
    section.getByText(
      /^The share that counts is 1\.6%: .* larger than the 0\.21% of the published student texts/,
    ),
  ).toBeDefined()
  expect(section.getByText(/^So few texts cannot show a smaller share/)).toBeDefined()
})

test('reads a finding one step softer where more texts written in class score as high than it allows', async () => {
  await open(() =>
    baseline({ own: texts(80, 2), local_p_value: 3 / 81, stated_p_value: 3 / 81, finding: 'inconclusive' }),
  )
  expect(within(await region()).getByText(/Read it as: “Unusual, but not enough to say”/)).toBeDefined()
})

test('reports a comparison that cannot be loaded, and offers to try again', async () => {
  await open(() => refuse(500, { code: 'unexpected', detail: 'No.' }))
  expect(await screen.findByText(/The report is complete without it/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
