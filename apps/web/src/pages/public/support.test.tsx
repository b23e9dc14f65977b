import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearConsent } from '../../lib/consent/consent.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/screen.tsx'
import SupportPage from './support.tsx'

const routes = [{ path: '/support', element: <SupportPage /> }]
const received = { success: true, message: 'We have it.' }
const message = {
  name: 'Amara Osei',
  email: 'amara@school.example',
  subject: 'Plans',
  message: 'How much for forty teachers?',
}

beforeEach(clearConsent)

async function open(answer: Answer, status: 'authenticated' | 'unauthenticated' = 'unauthenticated') {
  const api = fakeApi({ 'POST /support/contact-public': answer, 'POST /support/contact': answer })
  await openScreen({ routes, at: '/support', status })
  return api
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
function fill({ name, email, subject, message: text }: typeof message) {
  fireEvent.change(field('Your Name'), { target: { value: name } })
  fireEvent.change(field('Email Address'), { target: { value: email } })
  fireEvent.change(field('Subject'), { target: { value: subject } })
  fireEvent.change(field('Message'), { target: { value: text } })
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }))

test('has four required fields, and shows the configured support address', async () => {
  await open(() => received)
  expect(screen.getByRole('heading', { name: 'Contact Support' })).toBeDefined()
  const fields = ['Your Name', 'Email Address', 'Subject', 'Message'].map(field)
  expect(fields.map(({ required }) => required)).toEqual([true, true, true, true])
  expect(fields.map(({ placeholder }) => placeholder)).toEqual([
    'Enter your full name',
    'Enter your email',
    "What's this about?",
    'Please describe your question or issue in detail...',
  ])
  expect(field('Email Address').type).toBe('email')
  const address = await screen.findByRole('link', { name: 'help@school.example' })
  expect(address.getAttribute('href')).toBe('mailto:help@school.example')
})

test('lets the browser refuse an empty field, and an address that is none', async () => {
  const api = await open(() => received)
  fill({ ...message, subject: '' })
  await send()
  expect(field('Subject').validity.valueMissing).toBe(true)
  // The product's own message would mean that the browser let the form pass.
  expect(screen.queryByRole('alert')).toBeNull()
  fill({ ...message, email: 'amara' })
  await send()
  expect(field('Email Address').validity.typeMismatch).toBe(true)
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', false)
  expect(api.asked('POST', '/support/contact-public')).toEqual([])
})

test('sends a visitor’s message without a token, thanks for it, and offers an empty form again', async () => {
  const api = await open(() => received)
  fill(message)
  await send()
  expect(await screen.findByText('Message Sent Successfully!')).toBeDefined()
  expect(screen.getByText('We have received your message and will answer within 24 hours.')).toBeDefined()
  const [sent] = api.asked('POST', '/support/contact-public')
  expect(sent?.body).toEqual({ ...message, website: '' })
  expect(sent?.headers).not.toHaveProperty('authorization')
  await userEvent.click(screen.getByRole('button', { name: 'Send Another Message' }))
  expect(['Your Name', 'Email Address', 'Subject', 'Message'].map((name) => field(name).value)).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('sends a signed-in user’s message with their account', async () => {
  const api = await open(() => received, 'authenticated')
  expect(field('Your Name').value).toBe('Amara Osei')
  fill(message)
  await send()
  await screen.findByText('Message Sent Successfully!')
  expect(api.asked('POST', '/support/contact')[0]?.headers).toHaveProperty('authorization', 'Bearer token')
})

test('sends the message as a visitor’s if the session has ended', async () => {
  const api = fakeApi({
    'POST /support/contact': () => refuse(401, { code: 'not_signed_in', detail: 'Sign in first.' }),
    'POST /support/contact-public': () => received,
  })
  await openScreen({ routes, at: '/support' })
  fill(message)
  await send()
  await screen.findByText('Message Sent Successfully!')
  expect(api.asked('POST', '/support/contact-public')[0]?.headers).not.toHaveProperty('authorization')
})

test('shows that it is sending, and cannot be sent twice', async () => {
  let answer = (_: unknown) => {}
  await open(() => new Promise((resolve) => (answer = resolve)))
  fill(message)
  await send()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending Message...' }).disabled).toBe(true)
  await eventually(() => answer(received))
  await screen.findByText('Message Sent Successfully!')
})

test.each<[string, Answer, string]>([
  ['the server’s message', () => ({ success: false, message: 'The inbox is full.' }), 'The inbox is full.'],
  [
    'a default message if the server sends none',
    () => ({ success: false, message: '' }),
    'Failed to send message',
  ],
  ['the detail of an error', () => refuse(503, { code: 'busy', detail: 'Wait a minute.' }), 'Wait a minute.'],
  ['the status if there is no detail', () => refuse(502, 'nothing'), 'HTTP 502'],
])('shows %s above the button and keeps what was written', async (_, answer, error) => {
  await open(answer)
  fill(message)
  await send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(error)
  expect(alert.nextElementSibling).toBe(screen.getByRole('button', { name: 'Send message' }))
  expect(field('Message').value).toBe(message.message)
})

test('shows the support address if an error has no message', async () => {
  await open(() => {
    throw new Error('')
  })
  await screen.findByRole('link', { name: 'help@school.example' })
  vi.stubGlobal('fetch', () => {
    throw new Error('')
  })
  fill(message)
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There was an error sending your message. Please try again or email us directly at help@school.example',
  )
})

test('refuses blank fields', async () => {
  const api = await open(() => received)
  fill({ ...message, subject: '   ' })
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill in all fields.')
  expect(api.asked('POST', '/support/contact-public')).toEqual([])
})

test('has a hidden field for bots that people can neither see nor reach', async () => {
  await open(() => received)
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')
  expect([trap?.tabIndex, trap?.closest('[aria-hidden=true]') !== null]).toEqual([-1, true])
})
