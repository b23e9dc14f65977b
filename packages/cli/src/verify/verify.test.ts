import { createHash } from 'node:crypto'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packFiles, writeFolder, writeZip } from '../testing/pack.ts'
import { penmark, temporaryFolder } from '../testing/penmark.ts'

const manifestHash = (files: Record<string, string>) =>
  createHash('sha256')
    .update(files['manifest.json'] ?? '')
    .digest('hex')

/** What the program says of a ZIP with these files. */
async function verifyZip(
  files: Iterable<[string, string | Buffer]>,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
) {
  const file = await writeZip(join(await temporaryFolder(), 'pack.zip'), files)
  await writeFile(file, change(await readFile(file)))
  return penmark(['verify', file])
}

const verifyFolder = async (files: Record<string, string>) =>
  penmark(['verify', await writeFolder(await temporaryFolder(), files)])

/** Replaces bytes by as many others, wherever they stand. */
const replacing = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

test("an intact pack passes as a ZIP and as a folder, with the manifest's hash and what that does not prove", async () => {
  const files = packFiles()
  for (const { code, out, err } of [await verifyZip(Object.entries(files)), await verifyFolder(files)]) {
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Evidence pack of case case-1, made by Penmark 0.1.0')
    expect(out).toContain('All 4 files are there and unchanged, and so are the 2 entries of the timeline.')
    expect(out).toContain(manifestHash(files))
    expect(out).toContain('It does not show who wrote it')
  }
})

describe('a pack that was changed exits with code 1 and names each change', () => {
  const whole = packFiles()
  const { 'case.pdf': _pdf, ...without } = whole
  test.each<[string, Record<string, string>, string]>([
    [
      'a file of the same size',
      { ...whole, 'README.txt': 'An EVIDENCE pack' },
      '"README.txt" was changed: its SHA-256 is another.',
    ],
    [
      'a longer file',
      { ...whole, 'README.txt': 'An evidence pack!' },
      '"README.txt" was changed: it has 17 bytes instead of 16.',
    ],
    ['a missing file', without, '"case.pdf" is missing.'],
    [
      'an additional file',
      { ...whole, 'reports/02 forged.txt': 'x' },
      '"reports/02 forged.txt" is not part of the pack.',
    ],
  ])('%s', async (_what, files, message) => {
    for (const { code, out } of [await verifyZip(Object.entries(files)), await verifyFolder(files)]) {
      expect(code).toBe(1)
      expect(out).toContain('One thing is not as the manifest says')
      expect(out).toContain(message)
    }
  })

  test('a timeline entry, even if the manifest was rewritten to match', async () => {
    const entries = whole['timeline.json'] ?? ''
    const { code, out } = await verifyFolder(
      packFiles({ 'timeline.json': entries.replace('Asked', 'Shown') }),
    )
    expect([code, out]).toEqual([1, expect.stringContaining('The timeline was changed at entry 1')])
    const [only] = JSON.parse(entries) as unknown[]
    const shorter = await verifyFolder(packFiles({ 'timeline.json': JSON.stringify([only]) }))
    expect([shorter.code, shorter.out]).toEqual([
      1,
      expect.stringContaining('does not end where the manifest says'),
    ])
  })

  test('a manifest in another notation', async () => {
    const spaced = { ...whole, 'manifest.json': `${whole['manifest.json']}\n` }
    const { code, err } = await verifyFolder(spaced)
    expect([code, err]).toEqual([1, expect.stringContaining('not in its canonical form')])
  })
})

/** A writing record as the product writes it: seven keys a batch. */
function writingRecord(entries: number): string {
  let previous = ''
  const batches: string[] = []
  for (let first = 0; first < entries; first += 7) {
    const keys = Array.from({ length: 7 }, (_, nth) => {
      const n = first + nth + 1
      const step = `{"from":${n},"slice":{"content":[{"text":"a","type":"text"}]},"stepType":"replace","to":${n}}`
      return `{"at":${1_800_000_000_000 + n * 300},"client":"page-aaaa","kind":"step","n":${n},"origin":"typing","step":${step}}`
    })
    const [seq, at, json] = [batches.length + 1, 1_800_000_000_000 + (first + 8) * 300, `[${keys.join(',')}]`]
    previous = createHash('sha256').update([previous, 'text-1', seq, at, json].join('\n')).digest('hex')
    batches.push(`  {"seq":${seq},"received_at_ms":${at},"hash":"${previous}","entries":${json}}`)
  }
  return `{\n "submission_id": "text-1",\n "hash": "${previous}",\n "batches": [\n${batches.join(',\n')}\n ]\n}\n`
}

describe('a writing record', () => {
  const path = 'writing/01 essay - record.json'
  const whole = writingRecord(70)

  test('of a long text is verified in little memory, one batch after the other', async () => {
    const folder = await writeFolder(await temporaryFolder(), packFiles({ [path]: writingRecord(100_000) }))
    const { code, out, err } = await penmark(['verify', folder], '', {
      NODE_OPTIONS: '--max-old-space-size=48',
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('The hashes of 1 writing record were computed again and fit')
  })

  test.each([
    ['with another letter', whole.replace('"text":"a"', '"text":"b"'), 'was changed at batch 1'],
    [
      'without its last batch',
      whole.replace(/,\n[^\n]*\n \]\n\}\n$/, '\n ]\n}\n'),
      'The end of the writing record',
    ],
    ['that is cut off', whole.slice(0, -2), 'is not a writing record'],
    ['with something behind its end', `${whole}{}`, 'is not a writing record'],
    ['in another notation', JSON.stringify(JSON.parse(whole)), 'is not a writing record'],
    [
      'with a line that never ends',
      whole.replace('[\n', `[\n${' '.repeat(17 * 1_024 * 1_024)}`),
      'has a longer line',
    ],
  ])('%s is found, even if the manifest was rewritten to match', async (_what, record, message) => {
    const { code, out } = await verifyFolder(packFiles({ [path]: record }))
    expect([code, out]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('a pack that cannot be verified exits with code 1 and an explanation', () => {
  const whole = packFiles()
  test('a folder or ZIP without a manifest, a file that is not a ZIP, and a missing file', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'essay.zip'), 'Not a ZIP at all, only text.')
    for (const [answer, message] of [
      [await verifyFolder({ 'essay.txt': 'x' }), 'It has no manifest.json'],
      [await penmark(['verify', join(folder, 'essay.zip')]), 'It is not a complete ZIP file.'],
      [await penmark(['verify', join(folder, 'nothing.zip')]), 'There is no such file or folder.'],
    ] as const) {
      expect(answer.code).toBe(1)
      expect(answer.err).toContain(message)
      expect(answer.err).not.toContain('    at ')
    }
  })

  test('a truncated ZIP', async () => {
    for (const share of [0.9, 0.5, 0.1]) {
      const { code, err } = await verifyZip(Object.entries(whole), (bytes) =>
        bytes.subarray(0, Math.floor(bytes.length * share)),
      )
      expect([code, err]).toEqual([1, expect.stringContaining('It is not a complete ZIP file.')])
    }
  })

  test('two files of the same name, or names that differ only in case', async () => {
    for (const name of ['case.pdf', 'CASE.pdf']) {
      const { code, err } = await verifyZip([...Object.entries(whole), [name, 'forged']])
      expect([code, err]).toEqual([1, expect.stringContaining('It holds two files of the name')])
    }
  })

  test('names that point outside the folder, and links', async () => {
    const files = Object.entries({ ...whole, 'aa/bb.txt': 'x' })
    const { code, err } = await verifyZip(files, replacing('aa/bb.txt', '../bb.txt'))
    expect([code, err]).toEqual([1, expect.stringContaining('leads out of its own folder')])
    const folder = await writeFolder(await temporaryFolder(), whole)
    await symlink('/etc/passwd', join(folder, 'linked.txt'))
    const linked = await penmark(['verify', folder])
    expect([linked.code, linked.err]).toEqual([1, expect.stringContaining('"linked.txt" is a link')])
  })

  test('a file longer than the manifest or the ZIP states is not read to its end', async () => {
    const bomb = Buffer.alloc(64 * 1_024 * 1_024)
    const large = await verifyZip([
      ...Object.entries(whole).filter(([name]) => name !== 'case.pdf'),
      ['case.pdf', bomb],
    ])
    expect([large.code, large.out]).toEqual([
      1,
      expect.stringContaining('"case.pdf" was changed: it has 67108864 bytes instead of 8.'),
    ])
    const manifest = await verifyZip([
      ...Object.entries(whole).filter(([name]) => name !== 'manifest.json'),
      ['manifest.json', bomb],
    ])
    expect([manifest.code, manifest.err]).toEqual([1, expect.stringContaining('too large')])
  })

  test('names with control characters are not printed', async () => {
    const files = packFiles({ 'a\u001b[2Jb.txt': 'x' })
    const { code, out } = await verifyZip(Object.entries(files).filter(([name]) => !name.startsWith('a')))
    expect(code).toBe(1)
    expect(out).toContain('a?[2Jb.txt')
    expect(out).not.toContain('\u001b')
  })

  test('a manifest that is nested too deeply to parse', async () => {
    const { code, err } = await verifyFolder({
      ...whole,
      'manifest.json': '['.repeat(100_000) + ']'.repeat(100_000),
    })
    expect([code, err]).toEqual([1, expect.stringContaining('manifest.json is not JSON that can be read.')])
  })
})
