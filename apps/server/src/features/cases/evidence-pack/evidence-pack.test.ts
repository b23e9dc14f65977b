import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type {
  AuditEntry,
  Case,
  Document,
  Student,
  WritingBatchReply,
  WritingSubmissionView,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { programsIn } from '../../../lib/release.ts'
import { createPrinter } from '../../../pdf/printer.ts'
import { newKey } from '../../../services/storage/storage.ts'
import { expectAccessible } from '../../../testing/accessible-pdf.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { callRoom, enterRoom, Typist } from '../../../testing/writing-room.ts'

let testApp: TestApp
let administrator: TestTeacher
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({
    printer: createPrinter({ program: programsIn(inject('bundle')).printChild }),
  })
  administrator = await testApp.teacher('head')
  await administrator.call('GET', '/admin/case-policy')
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A case of a student with an awkward name, decided twice. */
async function decidedCase(): Promise<Case> {
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'O’Neil/Berg' }))
    .body as Student
  const { body } = await ana.call('POST', '/documents/text', {
    text: prose(320),
    title: '../Mon "essai"',
    student_id: student.id,
  })
  const document = await ana.finished((body as Document).id)
  const { id } = (await ana.call('POST', '/cases', { document_id: document.id })).body as Case
  await ana.call('PUT', `/cases/${id}`, { notes: 'A private thought' })
  await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
  await ana.call('POST', `/cases/${id}/steps`, { kind: 'answer', text: 'With a list of ideas.' })
  await ana.call('POST', `/cases/${id}/decisions`, { outcome: 'no-action', reason: 'Nothing follows.' })
  await ana.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'She showed her drafts.' })
  return (await ana.call('GET', `/cases/${id}`)).body as Case
}

async function fetched(url: string) {
  const answer = await testApp.app.inject({
    method: 'GET',
    url: `/api/v1${url}`,
    headers: await testApp.headers('ana'),
  })
  return {
    status: answer.statusCode,
    bytes: answer.rawPayload,
    disposition: String(answer.headers['content-disposition']),
  }
}

async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const ended = once(zip, 'end')
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) throw error
      void buffer(stream).then((content) => {
        files.set(entry.fileName, content)
        zip.readEntry()
      })
    })
  })
  zip.readEntry()
  await ended
  return files
}

async function wordsOf(pdf: Uint8Array): Promise<string> {
  await expectAccessible(pdf)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

async function saved(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-pack-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'pack.zip')
  await writeFile(file, bytes)
  return file
}

/** Runs `penmark verify` as a stranger would, without a server and a data folder. */
async function verify(file: string): Promise<{ code: number; out: string }> {
  const bin = fileURLToPath(new URL('../../../../../../packages/cli/bin/penmark.mjs', import.meta.url))
  const child = spawn(process.execPath, [bin, 'verify', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [out, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close') as Promise<[number]>])
  return { code, out: out.toString('utf8') }
}

interface Manifest {
  case_id: string
  timeline: { entries: number; head: string }
  files: { path: string; bytes: number; sha256: string }[]
}

test('the PDF names who and what the case is about, who decided by which standard, and leaves room to sign', async () => {
  const policy = { may_refer_unheard: false, retention_days: null, appeal_days: 14 }
  const named = {
    rule: 'Assessment policy, section 4',
    standard_of_proof: 'clear-and-convincing',
    companion: 'A parent or a friend',
  }
  await administrator.call('PUT', '/admin/case-policy', { ...policy, ...named })
  const { id, entries } = await decidedCase()
  await administrator.call('PUT', '/admin/case-policy', policy)
  // Nobody who decides is nameless, even if they never entered a name.
  expect(entries.map(({ kind, by }) => [kind, by])).toEqual(
    ['opened', 'rule-named', 'asked', 'answer', 'decided', 'decided'].map((kind) => [
      kind,
      'ana@school.example',
    ]),
  )
  const changed = (await ana.call('PUT', `/cases/${id}`, { rule: 'Assessment policy, section 5' }))
    .body as Case
  expect(changed.rule).toBe('Assessment policy, section 5')
  expect(changed.entries.at(-1)).toMatchObject({
    kind: 'rule-named',
    text: 'Assessment policy, section 5',
    by: 'ana@school.example',
  })
  expect(
    ((await ana.call('PUT', `/cases/${id}`, { rule: 'Assessment policy, section 5' })).body as Case).entries,
  ).toHaveLength(7)
  const words = await wordsOf((await fetched(`/cases/${id}/pdf`)).bytes)
  for (const shown of [
    'Teacher ana@school.example',
    'School',
    'Rule or expectation concerned Assessment policy, section 5',
    'Standard of proof More likely than not',
    'Decided by ana@school.example',
    'by ana@school.example',
    'Student: signature',
    'not that they agree with it',
  ])
    expect(words).toContain(shown)
  const french = await wordsOf((await fetched(`/cases/${id}/pdf?language=fr-FR`)).bytes)
  for (const shown of ['Niveau de preuve', 'Plus probable qu’improbable', 'Signatures'])
    expect(french).toContain(shown)
})

test('a pack holds the record with the hash of every file, and passes penmark verify', async () => {
  const { id, documents } = await decidedCase()
  const { status, bytes, disposition } = await fetched(`/cases/${id}/pack?time_zone=Europe/Paris`)
  expect(status).toBe(200)
  expect(disposition).toMatch(/filename="Case Ida O_Neil Berg \d{4}-\d\d-\d\d\.zip"/)
  const files = await unpacked(bytes)
  const names = [...files.keys()]
  expect(names).toEqual([
    'manifest.json',
    'README.txt',
    'case.pdf',
    'timeline.json',
    'reports/01 Mon essai - report.json',
    'reports/01 Mon essai - evidence.json',
    'reports/01 Mon essai - text.txt',
  ])
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  expect(manifest.case_id).toBe(id)
  expect(manifest.files.map(({ path: name }) => name)).toEqual(names.slice(1).sort())
  for (const { path: name, bytes: size, sha256: hash } of manifest.files)
    expect([files.get(name)?.byteLength, sha256(files.get(name) ?? Buffer.of())]).toEqual([size, hash])
  expect(sha256(files.get('reports/01 Mon essai - text.txt') ?? Buffer.of())).toBe(documents[0]?.text_hash)
  expect([...files.values()].some((content) => content.includes('A private thought'))).toBe(false)
  const readme = String(files.get('README.txt'))
  expect(readme).toContain('npx penmark verify')
  expect(readme).toContain('It does not prove who wrote manifest.json.')

  const { code, out } = await verify(await saved(bytes))
  expect(out).toContain(id)
  expect(out).toContain(sha256(files.get('manifest.json') ?? Buffer.of()))
  expect(code).toBe(0)

  const [exported] = (await administrator.call('GET', '/admin/audit?action=case.export')).body as AuditEntry[]
  expect(exported).toMatchObject({
    target_id: id,
    details: {
      kind: 'zip',
      sha256: sha256(files.get('manifest.json') ?? Buffer.of()),
      timeline_head: manifest.timeline.head,
    },
  })
})

test('the PDF has the decision, what it replaced, the timeline and the frozen report, also after everything else was deleted', async () => {
  const { id, student_id, documents } = await decidedCase()
  await ana.call('DELETE', `/documents/${documents[0]?.document_id}`)
  await ana.call('DELETE', `/students/${student_id}`)
  const { status, bytes, disposition } = await fetched(`/cases/${id}/pdf`)
  expect([status, disposition]).toEqual([200, expect.stringContaining('.pdf"')])
  const words = await wordsOf(bytes)
  for (const part of [
    'Ida O’Neil/Berg',
    'Cleared',
    'She showed her drafts.',
    'Earlier decisions',
    'Nothing follows.',
    'How did you begin?',
  ])
    expect(words).toContain(part)
  expect(words).toContain(documents[0]?.text_hash ?? 'no hash')
  expect(words).toContain('never proof on their own')
  expect(words).not.toContain('A private thought')
})

test('a pack is in the reader’s language', async () => {
  const { id } = await decidedCase()
  const files = await unpacked((await fetched(`/cases/${id}/pack?language=fr-FR`)).bytes)
  expect(String(files.get('README.txt'))).toContain('Ce que prouve la vérification')
  expect(await wordsOf(files.get('case.pdf') ?? Buffer.of())).toContain('Décision')
})

test('a later pack keeps the hashes of earlier entries', async () => {
  const { id } = await decidedCase()
  const hashes = async () => {
    const files = await unpacked((await fetched(`/cases/${id}/pack`)).bytes)
    return (JSON.parse(String(files.get('timeline.json'))) as { hash: string }[]).map(({ hash }) => hash)
  }
  const before = await hashes()
  await ana.call('POST', `/cases/${id}/steps`, { kind: 'meeting', text: 'We met again.' })
  const after = await hashes()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after).toHaveLength(before.length + 1)
})

test('a pack contains what the student handed in, and shows if a file was lost', async () => {
  const { id } = await decidedCase()
  const { database, storage } = testApp
  const notes = Buffer.from('First idea, then the second.')
  const [kept, lost] = [newKey(), newKey()]
  await storage.put(kept, Readable.from([notes]))
  const { rows } = await database.query(
    `insert into case_replies (id, case_id, teacher_id, text, answers) select gen_random_uuid(), id, teacher_id, 'I can explain.',
       '[{"entry_id":"1","question":"How did you begin?","text":"At the library."}]' from cases where id = $1 returning id`,
    [id],
  )
  const reply = rows[0]?.id
  for (const [name, key] of [
    ['../notes.txt', kept],
    ['gone.txt', lost],
  ])
    await database.query(
      `insert into case_reply_files (id, reply_id, case_id, teacher_id, filename, kind, size_bytes, sha256, blob_key)
         select gen_random_uuid(), $1, id, teacher_id, $3, 'txt', $4, $5, $6 from cases where id = $2`,
      [reply, id, name, notes.byteLength, sha256(notes), key],
    )
  const before = await unpacked((await fetched(`/cases/${id}/pack`)).bytes)
  expect([...before.keys()].some((name) => name.startsWith('replies/'))).toBe(false)
  await database.query('update case_replies set handed_in_at = now() where id = $1', [reply])
  const { bytes } = await fetched(`/cases/${id}/pack`)
  const files = await unpacked(bytes)
  expect([...files.keys()].filter((name) => name.startsWith('replies/'))).toEqual([
    'replies/01/reply.json',
    'replies/01/01 notes.txt',
    'replies/01/02 gone.txt',
  ])
  expect(files.get('replies/01/01 notes.txt')).toEqual(notes)
  const words = await wordsOf(files.get('case.pdf') ?? Buffer.of())
  for (const part of ['I can explain.', 'At the library.', 'gone.txt']) expect(words).toContain(part)
  const { code, out } = await verify(await saved(bytes))
  expect(code).toBe(1)
  expect(out).toContain('One thing is not as the manifest says')
  expect(out).toContain('"replies/01/02 gone.txt" was changed: it has 0 bytes instead of 28.')
})

test('another teacher gets no pack and no PDF, and none is recorded', async () => {
  const { id } = await decidedCase()
  const bo = await testApp.teacher('bo')
  for (const kind of ['pack', 'pdf']) expect((await bo.call('GET', `/cases/${id}/${kind}`)).status).toBe(404)
  const entries = (await administrator.call('GET', '/admin/audit?action=case.export')).body as AuditEntry[]
  expect(entries.filter(({ target_id }) => target_id === id)).toEqual([])
})

/** A case about a text that was typed in the writing room, but for 18 words inserted at once. */
async function roomCase(): Promise<{ id: string; text: string }> {
  const student = (await ana.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' }))
    .body as Student
  const { session, submission_id } = await enterRoom(testApp, student)
  const typist = new Typist()
  // The clock of the device is three days slow, so the dates are not confirmed.
  typist.at -= 3 * 24 * 3_600_000
  const quotation = Array.from({ length: 18 }, (_, nth) => `lantern${nth}`).join(' ')
  // In another order than in the other texts here, with which it is compared at some time after it is
  // completed.
  const typed = `${prose(60).split(' ').toReversed().join(' ')} `
  const entries = [...typist.type(typed, 1), typist.insert(quotation, typed.length + 1, 'paste')]
  const { body } = await callRoom(testApp.app, 'batch', { session, version: 0, entries })
  await callRoom(testApp.app, 'handIn', { session, version: (body as WritingBatchReply).version })
  const { submission } = (await ana.call('GET', `/writing-submissions/${submission_id}`))
    .body as WritingSubmissionView
  const { id: document_id } = await ana.finished(submission.document_id ?? '')
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  return { id, text: typed + quotation }
}

/** Writes files as a folder with a manifest that fits them, as somebody would who forges a pack. */
async function forged(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  for (const listed of manifest.files) {
    const content = files.get(listed.path) ?? Buffer.of()
    Object.assign(listed, { bytes: content.byteLength, sha256: sha256(content) })
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-forged-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of [
    ...files,
    ['manifest.json', Buffer.from(JSON.stringify(manifest))] as const,
  ]) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

/** A record in the notation of the product. */
function recordText({ batches, ...head }: { batches: readonly unknown[] }): string {
  const lines = batches.map((batch) => `\n  ${JSON.stringify(batch)}`)
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "batches": [${lines.join(',')}\n ]\n}\n`
}

test('a pack of a case from the writing room holds the file, the facts and the record, and a change of any of them is found', async () => {
  const { id, text } = await roomCase()
  const { bytes } = await fetched(`/cases/${id}/pack`)
  const files = await unpacked(bytes)
  const named = (ending: string) => [...files.keys()].find((name) => name.endsWith(ending)) ?? ''
  const record = named('- record.json')
  expect(record).toMatch(/^writing\/01 /)
  expect(String(files.get(named('- text.txt'))).trim()).toBe(text)
  const evidence = JSON.parse(String(files.get(named('- evidence.json')))) as Record<string, unknown>
  expect(evidence).toMatchObject({
    file: null,
    facts: expect.any(Array),
    overlap: [],
    handed_in_before: [],
    earlier: { outcome: 'too-few' },
    writing: { path: record, summary: { words: 78, pastes: { count: 1, words: 18 } } },
  })
  const words = await wordsOf(files.get('case.pdf') ?? Buffer.of())
  for (const shown of [
    'How this text came to be',
    'Length of the text over the time of writing',
    'Shared passages',
    'The submitted file',
  ])
    expect(words).toContain(shown)
  expect(await verify(await saved(bytes))).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 writing record'),
  })
  expect(await verify(await forged(files))).toMatchObject({ code: 0 })

  const change = (name: string, from: string, to: string) => {
    const before = String(files.get(name))
    expect(before).toContain(from)
    return new Map([...files, [name, Buffer.from(before.replace(from, to))]])
  }
  /** The pack with a file that calls the record intact. */
  const said = (name: string) => {
    const content = JSON.parse(String(files.get(name))) as { batches?: unknown[]; writing?: object }
    const intact = { integrity: 'intact', arrival: [] }
    const forgery = content.writing
      ? JSON.stringify({ ...content, writing: { ...content.writing, ...intact } })
      : recordText({ ...content, ...intact, batches: content.batches ?? [] })
    return new Map([...files, [name, Buffer.from(forgery)]])
  }
  const changes: [string, ReadonlyMap<string, Buffer>, string][] = [
    ['a typed letter', change(record, '"origin":"paste"', '"origin":"typing"'), 'was changed at batch 1'],
    [
      'the time of receipt',
      change(record, '"received_at_ms":1', '"received_at_ms":2'),
      'was changed at batch 1',
    ],
    [
      'the end of the record',
      new Map([
        ...files,
        [
          record,
          Buffer.from(recordText({ ...(JSON.parse(String(files.get(record))) as object), batches: [] })),
        ],
      ]),
      'is missing',
    ],
    ['that a record with doubtful dates is intact', said(record), 'The writing record "writing/01 '],
    [
      'the same in the evidence',
      said(named('- evidence.json')),
      'states another arrival of the record than its batches give',
    ],
  ]
  for (const [what, forgery, message] of changes) {
    const { code, out } = await verify(await forged(forgery))
    expect([what, code, out]).toEqual([what, 1, expect.stringContaining(message)])
  }
})

test('a pack holds the submitted file as it was sent, and its hash after the file was deleted', async () => {
  const student = (await ana.call('POST', '/students', { first_name: 'Lea', last_name: 'Roux' }))
    .body as Student
  const content = Buffer.from(prose(120))
  const uploaded = await ana.upload('/documents/upload', 'file', [{ name: 'essay.txt', content }], {
    student_id: student.id,
  })
  const { id: document_id } = await ana.finished((uploaded.body as Document).id)
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  const { bytes } = await fetched(`/cases/${id}/pack`)
  const files = await unpacked(bytes)
  expect(files.get('files/01 essay.txt')?.equals(content)).toBe(true)
  expect((await verify(await saved(bytes))).code).toBe(0)
  const forgery = new Map([...files, ['files/01 essay.txt', Buffer.from('Another essay')] as const])
  expect(await verify(await forged(forgery))).toMatchObject({
    code: 1,
    out: expect.stringContaining('is not the file that was submitted'),
  })
  await ana.call('DELETE', `/documents/${document_id}`)
  const later = await unpacked((await fetched(`/cases/${id}/pack`)).bytes)
  expect([...later.keys()].some((name) => name.startsWith('files/'))).toBe(false)
  expect(JSON.parse(String(later.get('reports/01 essay.txt - evidence.json')))).toMatchObject({
    file: { path: null, sha256: sha256(content), bytes: content.byteLength },
  })
})
