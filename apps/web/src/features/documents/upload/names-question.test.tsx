import { Problem } from '@penmark/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readFailure } from '../../../lib/call/failure.ts'
import { openElement } from '../../../testing/screen.tsx'
import { sendNamed } from './name-readings.ts'
import { useNamesQuestion } from './names-question.tsx'

/** What the server answers where the names of an archive can be read in two ways. */
const unclear = readFailure(
  422,
  '',
  JSON.stringify({
    code: 'invalid_input',
    detail: [
      ['cp437', 'Jußrez.docx'],
      ['windows-1252', 'Juárez.docx'],
    ].map(([charset, names]) => ({
      loc: ['names_charset'],
      msg: `${charset}: ${names}`,
      reason: { code: 'zip_names_reading', params: { charset, names } },
    })),
  }),
)

type Send = (choice: { names_charset?: string }) => Promise<string>

function Sender({ send, onDone }: { send: Send; onDone: (outcome: string) => void }) {
  const { ask, question } = useNamesQuestion()
  const start = () => {
    sendNamed('7B.zip', send, { ask, unanswered: 'Not sent.' }).then(onDone, ({ message }: Problem) =>
      onDone(message),
    )
  }
  return (
    <>
      <button type="button" onClick={start}>
        Send
      </button>
      {question}
    </>
  )
}

async function sendFromPage(send: Send) {
  const done = vi.fn()
  await openElement(<Sender send={send} onDone={done} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  return done
}

test('shows the names of an archive in each reading, and sends it again with the one that is chosen', async () => {
  const send = vi.fn(async (choice: { names_charset?: string }) => {
    if (choice.names_charset === undefined) throw unclear
    return 'sent'
  })
  const done = await sendFromPage(send)
  await userEvent.click(await screen.findByRole('radio', { name: 'Juárez.docx' }))
  expect(screen.getByRole('radio', { name: 'Jußrez.docx' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Use these names' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('sent'))
  expect(send.mock.calls).toEqual([[{}], [{ names_charset: 'windows-1252' }]])
})

test('sends nothing if the teacher chooses no reading, and asks about no other failure', async () => {
  const done = await sendFromPage(async () => {
    throw unclear
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('Not sent.'))
  const damaged = new Problem('unsupported_file', 'It is damaged.')
  const ask = vi.fn()
  await expect(
    sendNamed('7B.zip', () => Promise.reject(damaged), { ask, unanswered: 'Not sent.' }),
  ).rejects.toBe(damaged)
  expect(ask).not.toHaveBeenCalled()
})
