import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setTokenSource } from '../../lib/call/headers.ts'
import { userKey } from '../../lib/session/user-key.ts'
import { fakeApi } from '../../testing/api.ts'
import { publicSettings } from '../../testing/samples.ts'
import { SupportIsland } from './support.tsx'

const received = { success: true, message: 'We have it.' }
const signedIn = {
  access_token: 'stored token',
  expires_at: 4_000_000_000,
  profile: { sub: 't1', email: 'amara@school.example', given_name: 'Amara', family_name: 'Osei' },
}

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

function open() {
  const api = fakeApi({
    'POST /support/contact': () => received,
    'POST /support/contact-public': () => received,
  })
  setTokenSource(async () => null)
  render(<SupportIsland />)
  return api
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
async function writeAndSend() {
  fireEvent.change(field('Subject'), { target: { value: 'Plans' } })
  fireEvent.change(field('Message'), { target: { value: 'How much for forty teachers?' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Message Sent Successfully!')
}

test('recognises a signed-in user when the page is opened directly', async () => {
  localStorage.setItem(userKey(publicSettings.oidc), JSON.stringify(signedIn))
  const api = open()
  await expect.poll(() => field('Your Name').value).toBe('Amara Osei')
  expect(field('Email Address').value).toBe('amara@school.example')
  await writeAndSend()
  expect(api.asked('POST', '/support/contact')[0]?.headers).toHaveProperty(
    'authorization',
    'Bearer stored token',
  )
})

test('keeps what was typed before the session was opened', async () => {
  localStorage.setItem(userKey(publicSettings.oidc), JSON.stringify(signedIn))
  open()
  fireEvent.change(field('Your Name'), { target: { value: 'A. Osei' } })
  await expect.poll(() => field('Email Address').value).toBe('amara@school.example')
  expect(field('Your Name').value).toBe('A. Osei')
})

test('sends a visitor’s message without asking for a session', async () => {
  const api = open()
  fireEvent.change(field('Your Name'), { target: { value: 'Ada Bell' } })
  fireEvent.change(field('Email Address'), { target: { value: 'ada@school.example' } })
  await writeAndSend()
  expect(api.asked('POST', '/support/contact-public')[0]?.headers).not.toHaveProperty('authorization')
})
