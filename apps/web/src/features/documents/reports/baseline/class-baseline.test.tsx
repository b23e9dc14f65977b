import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../../testing/api.ts'
import { openElement } from '../../../../testing/screen.tsx'
import { ClassBaseline } from './class-baseline.tsx'

const counts = Array.from({ length: 20 }, (_, bin) => (bin === 0 ? 37 : bin === 6 ? 1 : 0))
const open = async (answer: Answer) => {
  fakeApi({ 'GET /class-groups/c1/baseline': answer })
  await openElement(<ClassBaseline classId="c1" />)
}

test('says how many texts that the class wrote in class score high, with a plot and its table', async () => {
  await open(() => ({ n: 38, unusual: 1, flagged: 0, counts }))
  const section = within(await screen.findByRole('region', { name: 'Work written in class' }))
  expect(
    section.getByText('None of the 38 texts that this class wrote in class scores 50% or more.'),
  ).toBeDefined()
  expect(section.getByText('1 of the 38 scores 30% or more, which is unusual.')).toBeDefined()
  expect(section.getByText(/can help a student, but is never held against one/)).toBeDefined()
  expect(section.queryByText('this text')).toBeNull()
  const table = section.getByRole('table', { name: 'How texts written in class score', hidden: true })
  const [, first] = within(table).getAllByRole('row', { hidden: true })
  expect(first?.lastElementChild?.textContent).toBe('37')
})

test('does not call it unusual that no text scores high', async () => {
  await open(() => ({ n: 38, unusual: 0, flagged: 0, counts }))
  expect(await screen.findByText('None of the 38 scores 30% or more, which would be unusual.')).toBeDefined()
})

test('shows nothing where no text of the class was scored', async () => {
  await open(() => ({ n: 0, unusual: 0, flagged: 0, counts: counts.map(() => 0) }))
  await expect.poll(() => screen.queryByRole('region')).toBeNull()
})

test('offers to try again where the counts cannot be loaded', async () => {
  let isBroken = true
  await open(() =>
    isBroken ? refuse(500, { code: 'unexpected', detail: 'No.' }) : { n: 38, unusual: 0, flagged: 0, counts },
  )
  await screen.findByText('The work written in class could not be loaded.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Work written in class' })).toBeDefined()
})
