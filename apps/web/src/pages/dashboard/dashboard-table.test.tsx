import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/api.ts'
import { aDocument, aTeacher, stats } from '../../test/samples.ts'
import { openElement } from '../../test/screen.tsx'
import DashboardPage from './dashboard.tsx'

const recent = [
  { ...aDocument({ id: 'd1', original_filename: 'poem.txt', upload_timestamp: '2026-11-19T10:00:00.000Z' }), student: null },
  { ...aDocument({ id: 'd2', original_filename: 'Macbeth.docx', upload_timestamp: '2026-11-21T10:00:00.000Z' }), student: null },
]

const open = async () => {
  const { asked } = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'GET /dashboard/stats': () => stats,
    'GET /dashboard/recent': () => recent,
  })
  await openElement(<DashboardPage />)
  return asked
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[title]')?.textContent)

it("uses the specification's names for tiles, actions and columns", async () => {
  await open()
  await screen.findByText('poem.txt')
  const tiles = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(tiles).toEqual(['Documents', 'High AI Risk', 'Processing', 'Words Left'])
  for (const name of ['Browse Files', 'Paste Text', 'Refresh']) expect(screen.getByRole('button', { name })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Recent Assessments' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/documents')
  const columns = within(screen.getByRole('table')).getAllByRole('columnheader')
  const heads = columns.slice(0, 6).map(({ textContent }) => textContent)
  expect(heads).toEqual(['Filename', 'Date', 'Status', 'Finding', 'Student', 'AI Score'])
})

it('lists the newest first, sortable by filename and date only', async () => {
  await open()
  await screen.findByText('poem.txt')
  expect(names()).toEqual(['Macbeth.docx', 'poem.txt'])
  const table = within(screen.getByRole('table'))
  for (const name of ['Status', 'Student', 'AI Score']) expect(table.queryByRole('button', { name })).toBeNull()
  await userEvent.click(table.getByRole('button', { name: 'Date' }))
  expect(names()).toEqual(['poem.txt', 'Macbeth.docx'])
  await userEvent.click(table.getByRole('button', { name: 'Filename' }))
  expect(names()).toEqual(['Macbeth.docx', 'poem.txt'])
})

it('reloads documents and figures on request', async () => {
  const asked = await open()
  await screen.findByText('poem.txt')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(asked('GET', '/dashboard/recent')).toHaveLength(2)
  expect(asked('GET', '/dashboard/stats')).toHaveLength(2)
})

it('closes the paste dialog without sending anything', async () => {
  const asked = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Paste Text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste Text for AI Detection' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(asked('POST', '/documents/text')).toHaveLength(0)
})

it('waits for Upload, and sends only the first file', async () => {
  await open()
  await screen.findByText('poem.txt')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  await userEvent.upload(
    input,
    ['a.txt', 'b.txt'].map((name) => new File(['words'], name)),
  )
  expect(screen.getByText('a.txt')).toBeDefined()
  expect(screen.queryByText('b.txt')).toBeNull()
})
