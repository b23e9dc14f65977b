import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../../testing/api.ts'
import { openElement } from '../../../../testing/screen.tsx'
import { reportWith } from '../report.fixture.ts'
import { EarlierCell } from './earlier-cell.tsx'

const compared = {
  outcome: 'too-few',
  known: 1,
  needed: 2,
  distance: null,
  threshold: 1,
  measures: [],
  measured: { n: 1, writers: 1, differing: 0, high: 1 },
  measured_machine: { n: 1_416, differing: 766 },
  history: [],
}
const ownTexts = (exceeding: number) => ({ n: 60, exceeding, counts: Array.from({ length: 20 }, () => 3) })

async function open(exceeding: number, hasStudent = true) {
  fakeApi({
    'GET /results/document/d-1/earlier-writing': () => compared,
    'GET /results/document/d-1/baseline': () => ({
      own: ownTexts(exceeding),
      school: null,
      local_p_value: (1 + exceeding) / 61,
      stated_p_value: (1 + exceeding) / 61,
      finding: exceeding > 0 ? 'inconclusive' : 'mixed',
    }),
  })
  await openElement(<EarlierCell report={reportWith()} hasStudent={hasStudent} />)
}

test('leads with the work written in class where it softens the finding, for a text of nobody too', async () => {
  await open(4, false)
  const words = 'Beside the work written in class, read the finding as: “Unusual, but not enough to say”.'
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See the comparison' }).getAttribute('href')).toBe(
    '#written-in-class',
  )
})

test('says otherwise how many texts are missing for a comparison with the student’s own', async () => {
  await open(0)
  expect(await screen.findByText('Needs 2 more texts written in class.')).toBeDefined()
})
