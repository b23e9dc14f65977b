import type { StorageUse } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  aFailure,
  aMail,
  aMessage,
  aModel,
  anInstallation,
  aQueue,
  aStorage,
} from '../../testing/admin-samples.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import AdminMessagesPage from './messages.tsx'
import AdminOperationsPage from './operations.tsx'

async function open(at: string, answers: Record<string, Answer> = {}, is_administrator = true) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator }),
    'GET /admin/queue': () => aQueue(),
    'POST /admin/queue/retry': () => ({ queued: 1 }),
    'GET /admin/jobs/failed': () => [],
    'GET /admin/storage': () => aStorage(),
    'GET /admin/limits': () => [
      {
        code: 'words-schools',
        area: 'allowance',
        value: null,
        unit: 'count',
        per_seconds: null,
        setting: 'PLAN_LIMITS',
      },
      {
        code: 'file-size',
        area: 'uploads',
        value: 26_214_400,
        unit: 'bytes',
        per_seconds: null,
        setting: null,
      },
      {
        code: 'demo-detections',
        area: 'public',
        value: 50,
        unit: 'count',
        per_seconds: 86_400,
        setting: 'DEMO_PER_DAY',
      },
      {
        code: 'sign-in-by-network',
        area: 'sign-in',
        value: 100,
        unit: 'count',
        per_seconds: 900,
        setting: null,
      },
    ],
    'GET /admin/models': () => ({
      active: { name: 'standard', version: '0.3.0' },
      released: [aModel({ name: 'open', use: 'any', is_active: false }), aModel()],
    }),
    'GET /admin/installation': () => anInstallation(),
    'GET /admin/payment-events': () => [
      { provider: 'stand-in', id: 'evt_1', type: 'invoice.paid', received_at: '2026-11-21T10:00:00.000Z' },
    ],
    'GET /admin/support-messages': ({ query }) => (query.get('state') === 'open' ? [aMessage()] : []),
    'GET /admin/support-messages/m1': () => ({ ...aMessage(), message: 'Where is my report?' }),
    'PUT /admin/support-messages/m1': () => aMessage({ closed_at: '2026-11-21T11:00:00.000Z' }),
    'GET /admin/mails': () => ({
      sent_by: 'outbox',
      mails: [aMail(), aMail({ id: 'l2', subject: 'Welcome', state: 'failed', fault: 'No such host' })],
    }),
    'GET /admin/mails/l1': () => ({ ...aMail(), text: 'Follow the link.' }),
    'GET /admin/mails/l2': () => ({ ...aMail({ id: 'l2' }), text: null }),
    ...answers,
  })
  const routes = [
    { path: '/admin/operations', element: <AdminOperationsPage /> },
    { path: '/admin/messages', element: <AdminMessagesPage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  return { ...api, ...(await openScreen({ routes, at })) }
}

test.each(['/admin/operations', '/admin/messages'])(
  'redirects users who are not administrators from %s to /',
  async (path) => {
    const { router } = await open(path, {}, false)
    await screen.findByText('Elsewhere')
    expect(router.state.location.pathname).toBe('/')
  },
)

test('shows no figure of an operation before it is known', async () => {
  await open('/admin/operations', {
    'GET /admin/queue': () => new Promise(() => {}),
    'GET /admin/storage': () => new Promise(() => {}),
  })
  const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent?.trim())
  await waitFor(() => expect(figures()).toHaveLength(18))
  expect(figures().filter(Boolean)).toEqual([])
})

describe('queue health', () => {
  test('shows what waits, runs and failed, since when, and why', async () => {
    await open('/admin/operations')
    await screen.findByText('essay.docx')
    const figures = Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [
          term.textContent,
          [...(term.parentElement?.querySelectorAll('dd') ?? [])].map((each) => each.textContent),
        ]),
    )
    expect(figures).toMatchObject({
      Waiting: ['12', expect.stringContaining('oldest since 21 Nov 2026')],
      Running: ['2', 'none at the moment'],
      Failed: ['3', '1 because of an internal error'],
      'Emails waiting': ['0', '0 permanently failed'],
    })
  })

  test('retries one document, or all internal errors', async () => {
    const { asked } = await open('/admin/operations')
    await userEvent.click(await screen.findByRole('button', { name: 'Try essay.docx again' }))
    await screen.findByText('1 document was queued again.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry all internal errors' }))
    await waitFor(() =>
      expect(asked('POST', '/admin/queue/retry').map(({ body }) => body)).toEqual([
        { document_id: 'd1' },
        null,
      ]),
    )
  })

  test('offers no bulk retry if the files are at fault, and says why a retry was refused', async () => {
    await open('/admin/operations', {
      'GET /admin/queue': () => aQueue({ failed_ours: 0, failures: [aFailure({ is_ours: false })] }),
      'POST /admin/queue/retry': () =>
        refuse(409, { code: 'conflict', detail: 'This document is not failed any more.' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try essay.docx again' }))
    await screen.findByText('Nothing was queued. This document is not failed any more.')
    expect(screen.queryByRole('button', { name: 'Retry all internal errors' })).toBeNull()
  })

  test('says that nothing has failed', async () => {
    await open('/admin/operations', {
      'GET /admin/queue': () => aQueue({ failed: 0, failed_ours: 0, failures: [] }),
    })
    expect(await screen.findByText('No failed documents.')).toBeDefined()
  })
})

describe('failed background jobs', () => {
  const job = {
    id: 'j1',
    queue: 'scheduled-jobs',
    subject: 'sweep-files',
    failed_at: '2026-11-21T10:00:00.000Z',
    attempts: 4,
    error: 'Error: The bucket is gone.',
  }

  test('shows queue, error, attempts and time, and runs a job again', async () => {
    let left = [job]
    const { asked } = await open('/admin/operations', {
      'GET /admin/jobs/failed': () => left,
      'POST /admin/jobs/j1/retry': () => {
        left = []
        return { queued: 1 }
      },
    })
    const region = within(await screen.findByRole('region', { name: 'Failed background jobs' }))
    const row = within((await region.findByText('scheduled-jobs: sweep-files')).closest('tr') as HTMLElement)
    for (const text of ['Error: The bucket is gone.', '4', /21 Nov 2026/])
      expect(row.getByText(text)).toBeDefined()
    await userEvent.click(row.getByRole('button', { name: 'Try scheduled-jobs: sweep-files again' }))
    await screen.findByText('The job was queued again.')
    await region.findByText('No failed background jobs.')
    expect(asked('POST', '/admin/jobs/j1/retry')).toHaveLength(1)
  })

  test('says why a job was not queued, and that a worker died', async () => {
    await open('/admin/operations', {
      'GET /admin/jobs/failed': () => [{ ...job, queue: 'emails', subject: null, error: null }],
      'POST /admin/jobs/j1/retry': () =>
        refuse(409, { code: 'conflict', detail: 'This job has already been tried again, or was deleted.' }),
    })
    await screen.findByText('The worker stopped responding.')
    await userEvent.click(screen.getByRole('button', { name: 'Try emails again' }))
    expect(
      await screen.findByText('Nothing was queued. This job has already been tried again, or was deleted.'),
    ).toBeDefined()
  })
})

describe('other information for operators', () => {
  test('includes free disk space, with a warning if it is low', async () => {
    await open('/admin/operations')
    const storage = within(await screen.findByRole('region', { name: 'Storage' }))
    await storage.findByText('50 MB')
    expect(storage.getByText('1,204 files')).toBeDefined()
    expect(storage.getByText('20 MB').parentElement?.querySelector('[data-warns]')?.textContent).toBe(
      'of 1,000 MB',
    )
    expect(storage.getByText(/reports 30 MB/)).toBeDefined()
    expect(storage.getByText('310 MB').parentElement?.textContent).toContain('of 1 GB allowed')
    expect(storage.getByText('of 1 GB allowed').hasAttribute('data-warns')).toBe(false)
  })

  test('includes used storage, with a warning if it is nearly full', async () => {
    const gigabyte = 1024 ** 3
    await open('/admin/operations', {
      'GET /admin/storage': () => aStorage({ quota: { used_bytes: gigabyte - 1, limit_bytes: gigabyte } }),
    })
    expect((await screen.findByText('of 1 GB allowed')).hasAttribute('data-warns')).toBe(true)
  })

  test('says how many files the clean-up did not remove, and takes the word of the administrator', async () => {
    let sweep: StorageUse['sweep'] = {
      held: 'share',
      held_since: '2026-11-21T10:00:00.000Z',
      files: 1_063,
      of: 1_200,
    }
    const { asked } = await open('/admin/operations', {
      'GET /admin/storage': () => aStorage({ sweep }),
      'POST /admin/storage/sweep': () => {
        sweep = null
        return { files: 1_063 }
      },
    })
    await screen.findByText(/^1,063 of 1,200 stored files belong to no document/)
    await userEvent.click(screen.getByRole('button', { name: 'Set aside' }))
    await screen.findByText('The clean-up begins within a minute and keeps the files aside for 7 days.')
    await waitFor(() => expect(screen.queryByText(/belong to no document/)).toBeNull())
    expect(asked('POST', '/admin/storage/sweep').map(({ body }) => body)).toEqual([{ files: 1_063 }])
  })

  test('says that files were not removed after a restore, and why the word was refused', async () => {
    await open('/admin/operations', {
      'GET /admin/storage': () =>
        aStorage({ sweep: { held: 'restore', held_since: '2026-11-21T10:00:00.000Z', files: 1, of: 12 } }),
      'POST /admin/storage/sweep': () =>
        refuse(409, { code: 'conflict', detail: 'The number of these files has changed.' }),
    })
    await screen.findByText(/^A backup was restored, and 1 of 12 stored files is unknown/)
    await userEvent.click(screen.getByRole('button', { name: 'Set aside' }))
    expect(
      await screen.findByText('Nothing was changed. The number of these files has changed.'),
    ).toBeDefined()
  })

  test('offers nothing to agree to where the files are those of another installation', async () => {
    await open('/admin/operations', {
      'GET /admin/storage': () =>
        aStorage({
          sweep: { held: 'installation', held_since: '2026-11-21T10:00:00.000Z', files: null, of: null },
        }),
    })
    await screen.findByText(/no longer carry the id of this installation/)
    expect(screen.queryByRole('button', { name: 'Set aside' })).toBeNull()
  })

  test('includes every limit, with its value and the setting that changes it, and those that none changes folded', async () => {
    await open('/admin/operations')
    const limits = within(await screen.findByRole('region', { name: 'Limits' }))
    const lineOf = async (limit: string) => (await limits.findByText(limit)).closest('tr, li')?.textContent
    expect(await lineOf('Words a month on Schools')).toMatch(/unlimited.*PLAN_LIMITS/)
    const folded = within(limits.getByText(/^\d+ more that are fixed$/).closest('details') ?? document.body)
    expect(folded.getByText('Size of a file').closest('tr, li')?.textContent).toMatch(/25 MB/)
    expect(folded.queryByText('Words a month on Schools')).toBeNull()
    expect(await lineOf('Demo texts from one network')).toMatch(/50 a day.*DEMO_PER_DAY/)
    expect(await lineOf('Attempts to sign in from one network')).toMatch(/100 in 15 minutes/)
  })

  test('includes the model in use, the permitted use of each, and its card', async () => {
    await open('/admin/operations')
    const models = within(await screen.findByRole('region', { name: 'Detector models' }))
    await models.findByText('standard 0.3.0')
    expect(models.getAllByText('In use')).toHaveLength(1)
    expect(models.getByText('Evaluation and non-commercial use')).toBeDefined()
    expect(models.getByRole('link', { name: 'Model card of open 0.3.0' }).getAttribute('href')).toBe(
      '/evaluation/open.card.json',
    )
  })

  test('mentions a model that is not part of the release', async () => {
    await open('/admin/operations', {
      'GET /admin/models': () => ({
        active: { name: 'mine', version: '2' },
        released: [aModel({ is_active: false })],
      }),
    })
    expect(
      await screen.findByText('New documents are scored by mine 2, which is not a model of this release.'),
    ).toBeDefined()
  })

  test('includes the catalogues that references are looked up in, and how to turn this on', async () => {
    await open('/admin/operations', {
      'GET /admin/installation': () => anInstallation({ reference_services: ['crossref', 'openalex'] }),
    })
    await screen.findByText('On: Crossref and OpenAlex')
    expect(screen.getByText(/never other text of a student/)).toBeDefined()
  })

  test('says that references are not looked up if no catalogue is set', async () => {
    await open('/admin/operations')
    const references = within(await screen.findByRole('region', { name: 'Looking references up' }))
    await references.findByText('Off')
    expect(
      references.getByText(
        /nothing about them is sent anywhere. REFERENCE_CHECK=crossref,openalex,datacite,openlibrary/,
      ),
    ).toBeDefined()
  })

  test("includes the payment provider's events, and each section fails separately", async () => {
    await open('/admin/operations', {
      'GET /admin/storage': () => refuse(503, { code: 'busy', detail: 'Try again in a minute.' }),
    })
    await screen.findByText('invoice.paid')
    expect(await screen.findByText('This list could not be loaded. Try again in a minute.')).toBeDefined()
  })
})

describe('messages', () => {
  test('from people are opened, answered by email and closed', async () => {
    const { asked } = await open('/admin/messages')
    await userEvent.click(await screen.findByRole('button', { name: 'Open “A question”' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Where is my report?')
    expect(dialog.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toBe(
      'mailto:ben%40school.example?subject=Re%3A%20A%20question',
    )
    expect(asked('GET', '/admin/support-messages/m1')).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'Close message' }))
    await screen.findByText('Message closed.')
    expect(asked('PUT', '/admin/support-messages/m1')[0]?.body).toEqual({ closed: true })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Closed')
    await screen.findByText('No messages have been closed yet.')
  })

  test('from the product are listed with their state, and a note if no mail server is configured', async () => {
    await open('/admin/messages')
    const mails = within(await screen.findByRole('region', { name: 'Emails sent by the product' }))
    await mails.findByText('Reset your password')
    expect(mails.getByText(/these emails are not delivered/)).toBeDefined()
    expect(mails.getByText('Failed').closest('[title]')?.getAttribute('title')).toBe('No such host')
    await userEvent.click(mails.getByRole('button', { name: 'Open “Reset your password”' }))
    await within(await screen.findByRole('dialog')).findByText('Follow the link.')
  })

  test('from the product that were delivered have no text', async () => {
    await open('/admin/messages')
    await userEvent.click(await screen.findByRole('button', { name: 'Open “Welcome”' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/its text is no longer stored/)
    expect(dialog.getByText('The last attempt failed: No such host')).toBeDefined()
  })
})
