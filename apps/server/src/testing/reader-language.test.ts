import { apiBase, type Document } from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announcementEmail } from '../features/operations/retention/retention.ts'
import type { Locale } from '../locale/locale.ts'
import { compose } from '../services/mail/mailer.ts'
import { startTestApp, type TestApp, type TestTeacher } from './test-app.ts'
import { prose } from './text.ts'

let testApp: TestApp
let ana: TestTeacher
let damaged: Document
let report: Document

beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  const upload = async (name: string, content: string) => {
    const { body } = await ana.upload('/documents/upload', 'file', [{ name, content }])
    return ana.finished((body as Document).id)
  }
  damaged = await upload('essay.pdf', '%PDF-1.7 and nothing that a reader understands')
  report = await upload('essay.txt', prose(90))
})
afterAll(() => testApp.close())

async function read(locale: Locale, url: string) {
  const headers = { ...(await testApp.headers('ana')), 'accept-language': locale }
  return testApp.app.inject({ method: 'GET', url: `${apiBase}${url}`, headers })
}

async function refusedUpload(locale: Locale) {
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])]),
    'picture.png',
  )
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return testApp.app.inject({
    method: 'POST',
    url: `${apiBase}/documents/upload`,
    headers: {
      ...(await testApp.headers('ana')),
      'content-type': request.headers.get('content-type') ?? '',
      'accept-language': locale,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

const british = {
  error: 'There is no such document. It may have been deleted.',
  refusal:
    'picture.png is not a PDF, Word or plain text file. Nothing was uploaded. Save it as one of these and try again.',
  reason: 'This file is damaged or incomplete, so we cannot read it.',
  pdf: 'A score is a reason to talk',
}

test.each([
  ['en-GB', { ...british, mail: 'One document will be deleted on 1 December 2026' }],
  ['en-US', { ...british, mail: 'One document will be deleted on December 1, 2026' }],
  [
    'fr-FR',
    {
      error: 'Ce document n’existe pas. Il a peut-être été supprimé.',
      refusal:
        'picture.png n’est pas un fichier PDF, Word ou texte brut. Rien n’a été envoyé. Enregistrez-le dans l’un de ces formats et réessayez.',
      reason: 'Ce fichier est endommagé ou incomplet\u00a0: nous ne pouvons pas le lire.',
      pdf: 'Un score invite à en parler',
      mail: 'Un document sera supprimé le 1er décembre 2026',
    },
  ],
] as const)(
  'errors, refused uploads, reasons, reports and mails are in the reader’s %s',
  async (locale, expected) => {
    expect((await read(locale, '/documents/00000000-0000-4000-8000-000000000000')).json()).toMatchObject({
      detail: expected.error,
    })
    expect((await refusedUpload(locale)).json()).toMatchObject({ detail: expected.refusal })

    const document: Document = (await read(locale, `/documents/${damaged.id}`)).json()
    const list: Document[] = (await read(locale, '/documents')).json()
    const listed = list.find(({ id }) => id === damaged.id)
    expect([document.status_reason, listed?.status_reason]).toEqual([
      expect.stringContaining(expected.reason),
      expect.stringContaining(expected.reason),
    ])

    const { rawPayload } = await read(
      locale,
      `/results/document/${report.id}/pdf?appendix=true&language=${locale}`,
    )
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(text).toContain(expected.pdf)

    const day = new Date('2026-12-01T12:00:00Z')
    const email = announcementEmail(
      { documents: 1, first_at: day, last_at: day },
      { email: 'a@b.c', language: locale },
      'https://penmark.example',
    )
    expect(compose(email).html).toContain(`<html lang="${locale}">`)
    expect(compose(email).text).toContain(expected.mail)
  },
)

test.each([
  ['en-GB', 'Nothing was stored.', 'This page has expired'],
  ['en-US', 'Nothing was stored.', 'This page has expired'],
  ['fr-FR', 'Rien n’a été conservé.', 'Cette page a expiré'],
])(
  'pages for learning platforms and test payments are in the reader’s %s',
  async (locale, notStored, expired) => {
    const open = (url: string) =>
      testApp.app.inject({ method: 'GET', url, headers: { 'accept-language': locale } })
    const registration = await open('/lti/register?invitation=none')
    const payment = await open('/test-payment/checkout/none')
    for (const { body } of [registration, payment]) expect(body).toContain(`<html lang="${locale}">`)
    expect([registration.body, payment.body]).toEqual([
      expect.stringContaining(notStored),
      expect.stringContaining(expired),
    ])
  },
)
