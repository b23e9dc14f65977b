import type { StudentRow } from '@penmark/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '../../features/classes/students/bulk/read-csv.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { openElement } from '../../testing/screen.tsx'
import { translationsOf } from '../../testing/translations.ts'
import BulkUploadPage from './bulk-upload.tsx'

const header = 'Firstname,Lastname,Email Address,External ID,Descriptor,Assign to Class'
const csv = (text: string, name = 'list.csv') =>
  new File([text], name, { type: name.endsWith('.csv') ? 'text/csv' : '' })

/** Accepts every row except those without a last name. */
const takes: Answer = ({ body }) => {
  const results = (body as { students: StudentRow[] }).students.map((row, index) => ({
    row_number: index + 1,
    student_name: `${row.FirstName} ${row.LastName}`.trim(),
    status: row.LastName ? 'success' : 'failed',
    class_name_processed: row.AssignToClass || null,
    message: row.LastName ? 'Added.' : '=HYPERLINK("x")',
  }))
  const succeeded = results.filter(({ status }) => status === 'success').length
  return {
    results,
    summary: {
      total_processed: results.length,
      total_succeeded: succeeded,
      total_failed: results.length - succeeded,
    },
  }
}

async function send(file: File, answer: Answer = takes) {
  const api = fakeApi({ 'POST /students/bulk-upload': answer })
  await openElement(<BulkUploadPage />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.setup({ applyAccept: false }).upload(input as HTMLInputElement, file)
  return api
}

/** Records what the page offers as a download. */
function recordDownloads() {
  const files: { name: string; content: Promise<string> }[] = []
  let latest: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob
    return 'blob:download'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = latest as Blob
    files.push({
      name: this.download,
      content: blob
        .arrayBuffer()
        .then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
    })
  })
  return files
}

describe('the upload of a list of students', () => {
  test('asks which column is which if the header is another, shows the first students, and sends them once agreed', async () => {
    const { asked } = await send(
      csv('Surname,Forename,House,Reg Group\nHaddad,Amira,Red,10E\nMoreau,Théo,Blue,10F'),
    )
    const map = within(await screen.findByRole('region', { name: 'Which column is which' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(map.getByRole('combobox', { name: 'Firstname' })).toHaveProperty('value', '1')
    expect(map.getByText('Amira')).toBeDefined()
    await userEvent.selectOptions(map.getByRole('combobox', { name: 'Descriptor' }), 'House')
    expect(asked('POST', '/students/bulk-upload')).toHaveLength(0)
    await userEvent.click(map.getByRole('button', { name: 'Add 2 students' }))
    await screen.findByRole('table', { name: 'Result for each row' })
    const sent = asked('POST', '/students/bulk-upload').map(
      ({ body }) => (body as { students: StudentRow[] }).students[0],
    )
    expect(sent).toEqual([
      {
        FirstName: 'Amira',
        LastName: 'Haddad',
        EmailAddress: '',
        ExternalID: '',
        Descriptor: 'Red',
        AssignToClass: '10E',
      },
    ])
  })

  test('has a link back, and a template with the exact headers', async () => {
    const files = recordDownloads()
    fakeApi({})
    await openElement(<BulkUploadPage />)
    expect(screen.getByRole('link', { name: 'Students' }).getAttribute('href')).toBe('/students')
    await userEvent.click(screen.getByRole('button', { name: 'Download template' }))
    expect(files.map(({ name }) => name)).toEqual(['student_bulk_upload_template.csv'])
    expect(await files[0]?.content).toBe(`\uFEFF${header}\r\n`)
  })

  test('has a French template with semicolons, which spreadsheets open in columns and the upload reads', async () => {
    const files = recordDownloads()
    fakeApi({})
    onTestFinished(async () => void (await i18next.changeLanguage('en-GB')))
    i18next.addResourceBundle('fr-FR', 'students', translationsOf('fr-FR').students)
    await i18next.changeLanguage('fr-FR')
    await openElement(<BulkUploadPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Télécharger le modèle' }))
    const template = await files[0]?.content
    expect(template).toBe('\uFEFFPrénom;Nom;Adresse e-mail;Identifiant externe;Description;Classe\r\n')
    const student = { FirstName: 'Zoé', LastName: 'Lefèvre', AssignToClass: '3e B' }
    for (const letters of ['NFC', 'NFD'])
      expect(readRows(`${template?.normalize(letters)}Zoé;Lefèvre;;;;3e B`).rows).toMatchObject([student])
    // The headers of the specification are read in every language.
    expect(readRows(`${header}\nZoé,Lefèvre,,,,3e B`).rows).toMatchObject([student])
  })

  test("reads and sends the file at once under the API's field names, and shows the result of each row", async () => {
    const { asked } = await send(csv(`${header}\nIda,Holm,ida@school.example,x-1,Left-handed,7B\nBo,,,,,\n`))
    const table = within(await screen.findByRole('table', { name: 'Result for each row' }))
    expect(asked('POST', '/students/bulk-upload')[0]?.body).toEqual({
      students: [
        {
          FirstName: 'Ida',
          LastName: 'Holm',
          EmailAddress: 'ida@school.example',
          ExternalID: 'x-1',
          Descriptor: 'Left-handed',
          AssignToClass: '7B',
        },
        {
          FirstName: 'Bo',
          LastName: '',
          EmailAddress: '',
          ExternalID: '',
          Descriptor: '',
          AssignToClass: '',
        },
      ],
    })
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['2', 'Ida Holm', 'Added', '7B', 'Added.'],
      ['3', 'Bo', 'Failed', '–', '=HYPERLINK("x")'],
    ])
    expect([...document.querySelectorAll('dl > div')].map((tile) => tile.textContent)).toEqual([
      'Processed2rows sent',
      'Succeeded1students added',
      'Failed1rows not added',
    ])
  })

  test('skips rows that cannot be read, sends the rest at once, and shows which rows were skipped and why', async () => {
    const { asked } = await send(
      csv(`${header}\nIda,Holm,,,,\nCid,Berg,,,EAL, front row,7B\nBo,Lund\nDora,Falk,,,"a",\nEva,Ek,,,"b,\n`),
    )
    const skipped = within(await screen.findByRole('table', { name: 'Skipped rows' }))
    expect(
      skipped
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      [
        '3',
        'Cid,Berg,,,EAL, front row,7B',
        'The row has 7 values instead of 6. Put a value that contains a comma in quotation marks.',
      ],
      [
        '4',
        'Bo,Lund',
        'The row has 2 values instead of 6. Leave a column empty, but keep its comma or semicolon.',
      ],
      ['6', 'Eva,Ek,,,"b,', 'A quotation mark is never closed. Close it or remove it.'],
    ])
    expect(screen.getByRole('table', { name: 'Result for each row' })).toBeDefined()
    expect(asked('POST', '/students/bulk-upload')[0]?.body).toMatchObject({
      students: [{ FirstName: 'Ida' }, { FirstName: 'Dora' }],
    })
  })

  test('asks which reading of the names is right where a list does not say, and sends that one', async () => {
    const list = new TextEncoder().encode(`${header}\nAnton,Dvo_k,,,,`)
    list[list.indexOf(0x5f)] = 0xf8
    const { asked, calls } = await send(new File([list], 'list.csv', { type: 'text/csv' }))
    const question = within(await screen.findByRole('region', { name: 'Which of these looks right?' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(calls).toEqual([])
    await userEvent.click(question.getByRole('radio', { name: 'Anton,Dvořk,,,,' }))
    await userEvent.click(question.getByRole('button', { name: 'Read it like this' }))
    await screen.findByRole('table', { name: 'Result for each row' })
    expect(asked('POST', '/students/bulk-upload')[0]?.body).toMatchObject({
      students: [{ LastName: 'Dvořk' }],
    })
  })

  test('sends nothing of a list with other columns if the teacher chooses to correct the file first', async () => {
    const { calls } = await send(csv('Surname,Forename\nHaddad,Amira\n'))
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the file first' }))
    expect(screen.queryByRole('region', { name: 'Which column is which' })).toBeNull()
    expect(calls).toEqual([])
  })

  test('downloads the result as a file in which no formula runs', async () => {
    const files = recordDownloads()
    await send(csv(`${header}\n=1+1,Holm,,,,7B\n=2,Lund\nBo,,,,,\n`))
    await userEvent.click(await screen.findByRole('button', { name: 'Download result' }))
    expect(files[0]?.name).toBe('student_bulk_upload_results.csv')
    expect((await files[0]?.content)?.slice(1).split('\r\n')).toEqual([
      'line,row_number,student_name,status,class_name_processed,message',
      "2,1,'=1+1 Holm,success,7B,Added.",
      `3,,"'=2,Lund",skipped,,"The row has 2 values instead of 6. Leave a column empty, but keep its comma or semicolon."`,
      `4,2,Bo,failed,,"'=HYPERLINK(""x"")"`,
      '',
    ])
  })

  test('shows five thousand results without rendering five thousand rows', async () => {
    await send(csv(`${header}\n${Array.from({ length: 5_000 }, (_, i) => `First ${i},Last,,,,\n`).join('')}`))
    const table = await screen.findByRole('table', { name: 'Result for each row' })
    expect(table.getAttribute('aria-rowcount')).toBe('5001')
    expect(table.querySelectorAll('tbody tr').length).toBeLessThan(200)
  })

  test('shows that it is in progress', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    await send(csv(`${header}\nIda,Holm,,,,`), async (call) => {
      await waiting
      return takes(call)
    })
    expect(await screen.findByText('Adding 1 student…')).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toBeDefined()
    release()
    await screen.findByRole('table', { name: 'Result for each row' })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test.each([
    ['Please select a valid CSV file.', csv(header, 'list.xlsx')],
    ['CSV file is empty or has no data rows.', csv(header)],
    [
      'CSV headers do not match the expected template. Please download the template and try again.',
      csv('a,b\n1,2'),
    ],
    ['No valid data rows found after parsing.', csv(`${header}\n1,2`)],
    [
      'This is not a plain text file, so it cannot be read as CSV. Nothing was added. Save the list as CSV and try again.',
      csv(`${header}\n\u0000`),
    ],
    [
      'The list has more than 5,000 rows. Nothing was added. Upload it in parts.',
      csv(`${header}\n${'a,b,,,,\n'.repeat(5_001)}`),
    ],
  ])('says "%s" and sends nothing', async (words, file) => {
    const { calls } = await send(file)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(calls).toEqual([])
  })

  test.each<[string, Answer]>([
    ['The list was not added. Come back.', () => refuse(503, { code: 'busy', detail: 'Come back.' })],
    [
      'The server returned no results. Check your student list before you send the file again.',
      () => ({ results: [], summary: { total_processed: 0, total_succeeded: 0, total_failed: 0 } }),
    ],
  ])('says "%s"', async (words, answer) => {
    await send(csv(`${header}\nIda,Holm,,,,`), answer)
    expect((await screen.findByRole('alert')).textContent).toBe(words)
  })

  test('says if a file could not be read, and what to do if the reason is unknown', async () => {
    const broken = csv(`${header}\nIda,Holm,,,,`)
    broken.arrayBuffer = () => Promise.reject(new Error('gone'))
    await send(broken)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The file could not be read. Nothing was added. Choose it again.',
    )
    vi.stubGlobal(
      'TextDecoder',
      class {
        decode(): string {
          throw new RangeError('no memory')
        }
      },
    )
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await userEvent.upload(input as HTMLInputElement, csv(`${header}\nIda,Holm,,,,`))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'An unexpected error occurred. Check your student list before you send the file again.',
      ),
    )
  })
})
