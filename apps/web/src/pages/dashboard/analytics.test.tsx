import { type Analytics, type ClassTally, type MonthTally, noFigures, type Tally } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { aDocument, stats } from '../../testing/samples.ts'
import { openElement } from '../../testing/screen.tsx'
import { translationsOf } from '../../testing/translations.ts'
import AnalyticsPage from './analytics.tsx'

const tally: Tally = {
  documents: 30,
  scored: 28,
  mean: 0.213,
  by_score: [12, 8, 2, 2, 1, 1, 0, 1, 0, 1],
  flagged: 3,
  strictly_flagged: 2,
  expected: { documents: 28, flags: 0.0631, at_least_one: 0.0612 },
  figures: noFigures,
}
const november: MonthTally = { month: '2026-11', documents: 30, scored: 28, mean: 0.213, flagged: 3 }
const analytics: Analytics = {
  detector: { name: 'standard', version: '0.2.0' },
  rates: [
    { from: 50, to: 99, n: 5_286, false_positive_rate: 0.0017 },
    { from: 700, to: null, n: 210, false_positive_rate: 0.00476 },
  ],
  all: tally,
  months: [{ month: '2026-09', documents: 4, scored: 3, mean: 0.5, flagged: 1 }, november],
}
const nothing: Tally = {
  documents: 0,
  scored: 0,
  mean: null,
  by_score: Array<number>(10).fill(0),
  flagged: 0,
  strictly_flagged: 0,
  expected: null,
  figures: noFigures,
}
const few: Tally = { ...tally, documents: 4, scored: 4, flagged: 1 }
const groups: ClassTally[] = [
  { class_group_id: 'c1', class_name: 'Year 10 English', academic_year: '2026/27', ...tally },
  { class_group_id: 'c2', class_name: 'Drama', academic_year: null, ...few },
  { class_group_id: 'c3', class_name: 'Zoology', academic_year: null, ...nothing },
]

async function open(answers: Record<string, Answer> = {}, at = '/analytics') {
  const api = fakeApi({
    'GET /dashboard/stats': () => ({ ...stats, avgScore: 0.41 }),
    'GET /dashboard/recent': () =>
      Array.from({ length: 6 }, (_, i) => ({
        ...aDocument({ id: `d${i}`, original_filename: `${i}.txt` }),
        student: null,
      })),
    'GET /analytics': () => analytics,
    'GET /analytics/classes': () => groups,
    'GET /analytics/classes/c1': () => ({ ...groups[0], months: [november] }),
    'GET /analytics/classes/c2': () => ({ ...groups[1], months: [{ ...november, scored: 4 }] }),
    'GET /analytics/classes/c3': () => ({ ...groups[2], months: [] }),
    ...answers,
  })
  return { ...api, ...(await openElement(<AnalyticsPage />, at)) }
}

const depth = async () => within(await screen.findByRole('region', { name: 'In detail' }))
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('analytics', () => {
  test('shows the six counters with what each counts', async () => {
    await open()
    await screen.findByText('41.0%')
    expect(
      [...document.querySelectorAll('dl:first-of-type > div')].slice(0, 6).map((tile) => tile.textContent),
    ).toEqual([
      'Documents3currently stored',
      'Average score41.0%of completed documents',
      'High AI risk1recently flagged, last 7 days',
      'Processing1waiting or running',
      'Deleted1in the bin or erased',
      'In total4stored and deleted',
    ])
  })

  test('has no average before a document was scored', async () => {
    await open({ 'GET /dashboard/stats': () => ({ ...stats, avgScore: null }) })
    await eventually(() => expect(document.body.textContent).toContain('Average scoreN/A'))
  })

  test('lists the last five documents', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Recent Assessments' })
    await within(table).findByText('0.txt')
    expect(within(table).getAllByRole('row')).toHaveLength(6)
  })

  test('says why the counters or the activity could not be loaded', async () => {
    await open({
      'GET /dashboard/stats': () => refuse(503, { code: 'busy', detail: 'Come back.' }),
      'GET /dashboard/recent': () => refuse(500, { code: 'unexpected', detail: 'Try later.' }),
    })
    expect(await screen.findByText('Dashboard Stats Error: Come back.')).toBeDefined()
    expect(await screen.findByText('Activity Error: Try later.')).toBeDefined()
  })

  test('reports an activity of another shape as invalid', async () => {
    await open({ 'GET /dashboard/recent': () => ({ documents: [] }) })
    expect(
      await screen.findByText('Activity Error: Invalid data format received for recent activity'),
    ).toBeDefined()
  })

  test('shows flagged documents next to the number expected by chance, with the chance of at least one', async () => {
    await open()
    const all = await depth()
    expect(await all.findByText('3 of 28')).toBeDefined()
    expect(all.getByText('10.7% of the scored documents')).toBeDefined()
    expect(all.getByText('< 0.1')).toBeDefined()
    expect(all.getByText('if people wrote all 28 documents; chance of at least one: 6.1%')).toBeDefined()
    expect(all.getByText('from 28 scored documents; 30 in total')).toBeDefined()
    expect(all.queryByText(/too few to say much/)).toBeNull()
  })

  test('shows the figures of each plot in a table, and the published rates with their n', async () => {
    await open()
    const all = await depth()
    await all.findByText('3 of 28')
    expect(all.getAllByRole('img').map((plot) => plot.getAttribute('aria-label'))).toEqual([
      'Histogram of 28 scored documents by tenths of the score. The figures are in the table below.',
      'Mean score over 3 months. The figures are in the table below.',
    ])
    const [scores, months, rates] = all.getAllByRole('table', { hidden: true })
    expect(cellsOf(scores as HTMLElement)).toHaveLength(10)
    expect(cellsOf(scores as HTMLElement)[0]).toEqual(['0% to 10%', '12'])
    expect(cellsOf(months as HTMLElement)).toEqual([
      ['Sept 2026', '4', '3', '50.0%', '1'],
      ['Nov 2026', '30', '28', '21.3%', '3'],
    ])
    expect(cellsOf(rates as HTMLElement)).toEqual([
      ['50 to 99', '1.7', '5,286'],
      ['700 or more', '4.8', '210'],
    ])
    expect(all.getByText(/The current detector \(standard 0\.2\.0\)/)).toBeDefined()
  })

  test('compares the classes, omitting those without a score', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Your classes in figures' })
    await within(table).findByText('Drama')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Class', 'Documents', 'Mean score', 'Distribution', 'Flagged', 'By chance alone'])
    expect(cellsOf(table)).toEqual([
      ['Drama', '4', '21.3%', '', '1 of 4 (25.0%)', '< 0.1 (at least one: 6.1%)'],
      ['Year 10 English (2026/27)', '30', '21.3%', '', '3 of 28 (10.7%)', '< 0.1 (at least one: 6.1%)'],
      ['Zoology', '0', 'N/A', '–', '–', '–'],
    ])
  })

  test('names the figures of a class on a phone, with French punctuation for a French reader', async () => {
    const matchMedia = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(matchMedia(query), { matches: true }),
    )
    for (const [namespace, words] of Object.entries(translationsOf('fr-FR')))
      i18next.addResourceBundle('fr-FR', namespace, words)
    await i18next.changeLanguage('fr-FR')
    onTestFinished(async () => {
      await i18next.changeLanguage('en-GB')
    })
    await open()
    const drama = (await screen.findByRole('link', { name: 'Drama' })).closest('li')
    expect(drama?.textContent).toContain('Signalés\u00a0: 1 sur 4')
    expect(drama?.textContent).toContain('Par le seul hasard\u00a0: <')
  })

  test('shows one class, named in the address, and says if it is small', async () => {
    const { router } = await open()
    const table = await screen.findByRole('table', { name: 'Your classes in figures' })
    await userEvent.click(await within(table).findByRole('link', { name: 'Drama' }))
    expect(router.state.location.search).toBe('?class=c2')
    const figures = await depth()
    expect(
      await figures.findByText(
        'Only 4 documents have a score. That is too few to say much: one more document would change every figure here.',
      ),
    ).toBeDefined()
    await userEvent.selectOptions(figures.getByRole('combobox', { name: 'Show figures for' }), 'Zoology')
    expect(await figures.findByText('None of the 0 documents has a score yet.')).toBeDefined()
    await userEvent.selectOptions(
      figures.getByRole('combobox', { name: 'Show figures for' }),
      'All documents',
    )
    expect(await figures.findByText('3 of 28')).toBeDefined()
  })

  test('states no expected number if no rates are published, with a message', async () => {
    await open({ 'GET /analytics': () => ({ ...analytics, rates: [], all: { ...tally, expected: null } }) })
    const all = await depth()
    expect(
      await all.findByText(
        'The current detector publishes no false-positive rate, so no expected number is shown.',
      ),
    ).toBeDefined()
    expect(all.queryByText('Expected by chance alone')).toBeNull()
  })

  test('says why the figures of all classes or of one could not be loaded', async () => {
    await open(
      {
        'GET /analytics/classes/gone': () =>
          refuse(404, { code: 'not_found', detail: 'There is no such class.' }),
      },
      '/analytics?class=gone',
    )
    expect(
      await screen.findByText('The figures for this class could not be loaded. There is no such class.'),
    ).toBeDefined()
  })
})
