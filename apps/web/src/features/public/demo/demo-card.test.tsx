import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearConsent } from '../../../lib/consent/consent.ts'
import { type Answer, fakeApi, refuse } from '../../../testing/api.ts'
import { eventually } from '../../../testing/eventually.ts'
import { translationsOf } from '../../../testing/translations.ts'
import { DemoCard } from './demo-card.tsx'

const [enWords, frWords] = [translationsOf('en-GB'), translationsOf('fr-FR')]
const day = 24 * 60 * 60 * 1_000
const text = 'The bus that takes me to school stops outside a bakery.'
const sum = { problem: 'p1', left: 7, operator: 'plus', right: 5 }
const calibration = {
  p_value: 0.4,
  n: 4_812,
  exceeding: 1_925,
  band: { from: 50, to: 149 },
  false_positive_rate: 0.0121,
  false_positive_n: 2_400,
}
const answer = {
  score: 0.824,
  label: 'ai-generated',
  ai_generated: true,
  finding: 'ai-likely',
  reasons: [],
  ai_share: 0.94,
  words: 412,
  words_needed: 50,
  calibration,
  results: [
    { probability: 0.701, paragraph_text: '' },
    { probability: null, paragraph_text: '' },
  ],
}

beforeEach(() => {
  localStorage.clear()
  clearConsent()
})
afterEach(() => vi.useRealTimers())

function open(detect: Answer = () => answer) {
  const api = fakeApi({
    'POST /human-check/sums': () => sum,
    'POST /human-check/sums/answer': () => ({ success: true, proof: 'proof-1' }),
    'POST /documents/quick-detect': detect,
  })
  return { ...render(<DemoCard signUpHref="/register" />), ...api }
}

const textBox = () => screen.getByLabelText<HTMLTextAreaElement>('Your text')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (typed: string) => fireEvent.change(textBox(), { target: { value: typed } })
const pick = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose a text file', { selector: 'input' }), {
    target: { files: [file] },
  })
const textFile = (content = text) => new File([content], 'essay.txt', { type: 'text/plain' })

async function solve() {
  const input = await screen.findByLabelText('What is 7 plus 5?', { exact: false })
  await eventually(() => expect(input).toHaveProperty('disabled', false))
  fireEvent.change(input, { target: { value: '12' } })
  fireEvent.click(button('Verify'))
}

async function runDemo(detect?: Answer) {
  const opened = open(detect)
  type(text)
  fireEvent.click(button('Detect AI'))
  await solve()
  return opened
}

test('keeps what was typed before hydration', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<DemoCard signUpHref="/register" />)
  document.body.append(page)
  const field = page.querySelector('textarea')
  if (field) field.value = text
  render(<DemoCard signUpHref="/register" />, { container: page, hydrate: true })
  expect(textBox().value).toBe(text)
  expect(page.textContent).toContain(`${text.length} of 10,000`)
  expect(button('Detect AI').disabled).toBe(false)
})

test('accepts text in a labelled box, and counts its characters', () => {
  open()
  expect(screen.getByRole('heading', { name: 'Live AI Detection Demo' })).toBeDefined()
  expect(textBox().placeholder).toBe('Paste your text here, drop a text file, or Ctrl+click to upload one.')
  expect(screen.getByText('0 of 10,000 characters')).toBeDefined()
  type(text)
  expect(screen.getByText('55 of 10,000 characters')).toBeDefined()
  expect(screen.getByLabelText('Choose a text file', { selector: 'input' }).getAttribute('accept')).toBe(
    '.txt,text/plain',
  )
})

test('disables Detect AI below 10 characters without a file', async () => {
  open()
  expect(button('Detect AI').disabled).toBe(true)
  type('nine char')
  expect(button('Detect AI').disabled).toBe(true)
  type('ten chars!')
  expect(button('Detect AI').disabled).toBe(false)
  type('')
  pick(textFile())
  await screen.findByText('essay.txt')
  expect(button('Detect AI').disabled).toBe(false)
})

test('replaces typed text with a chosen file, and restores the box when it is removed', async () => {
  open()
  type('something typed before')
  pick(textFile())
  expect(await screen.findByText('essay.txt')).toBeDefined()
  expect(screen.queryByLabelText('Your text')).toBeNull()
  fireEvent.click(button('Remove File'))
  expect(textBox().value).toBe('')
})

test('accepts a dropped file, and opens the file picker on Ctrl+click', async () => {
  open()
  const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  fireEvent.click(textBox())
  expect(clicked).not.toHaveBeenCalled()
  fireEvent.click(textBox(), { ctrlKey: true })
  expect(clicked).toHaveBeenCalled()
  fireEvent.drop(textBox(), { dataTransfer: { files: [textFile()] } })
  expect(await screen.findByText('essay.txt')).toBeDefined()
})

test('on a phone ignores drops and Ctrl+click, and shows a shorter hint', () => {
  vi.stubGlobal('innerWidth', 390)
  open()
  const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  expect(textBox().placeholder).toBe('Paste your text here.')
  fireEvent.click(textBox(), { ctrlKey: true })
  fireEvent.drop(textBox(), { dataTransfer: { files: [textFile()] } })
  expect(clicked).not.toHaveBeenCalled()
  expect(screen.queryByText('essay.txt')).toBeNull()
})

test.each([
  [
    new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }),
    'Demo currently supports text files (.txt) only. Please upload a .txt file or paste your text directly.',
  ],
  [textFile('x'.repeat(1_000_000)), 'File size must be less than 1MB for demo.'],
  [textFile('PK\0\0 a zip archive'), "Error reading file content. Please ensure it's a valid text file."],
  [textFile('short'), 'File content is too short. Please ensure the file contains at least 10 characters.'],
])('explains in a red alert why it rejects a file', async (file, message) => {
  open()
  pick(file)
  const alert = await screen.findByRole('alert')
  expect([alert.textContent, alert.className]).toEqual([message, expect.stringContaining('error')])
})

test.each([
  [' '.repeat(10), 'Please enter some text or upload a file to detect.'],
  ['short     ', 'Please enter at least 10 characters.'],
])('says what is missing from the text "%s"', async (typed, message) => {
  open()
  type(typed)
  fireEvent.click(button('Detect AI'))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('reads at most 10,000 characters', async () => {
  open()
  type('x'.repeat(10_001))
  fireEvent.click(button('Detect AI'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The demo accepts up to 10,000 characters. Shorten the text and try again.',
  )
})

test('sends the text with the proof of the check, shows the result, and is then used up', async () => {
  const { asked } = await runDemo()
  expect(await screen.findByText('82.4%')).toBeDefined()
  expect(asked('POST', '/documents/quick-detect')[0]?.body).toEqual({ text, proof: 'proof-1' })
  expect(asked('POST', '/documents/quick-detect')[0]?.headers).not.toHaveProperty('authorization')
  expect(screen.getByText('AI Probability')).toBeDefined()
  expect(screen.getByText('Classification').nextSibling?.textContent).toBe('AI Generated')
  expect(screen.getByRole('heading', { name: 'Most of this text (94%) reads like AI writing' })).toBeDefined()
  expect(
    screen.getByText(
      /About 12 in 1,000 students’ essays, reports and reflections of this length get such a finding by mistake/,
    ),
  ).toBeDefined()
  expect(screen.getByText(/It is not the probability that an AI wrote it/)).toBeDefined()
  expect(screen.getByText('A score is a reason to talk, not proof.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Detect AI' })).toBeNull()
  expect(screen.getByText('Demo Limit Reached')).toBeDefined()
  expect([
    localStorage.getItem('penmark.demo-used'),
    Number(localStorage.getItem('penmark.demo-timestamp')) > 0,
  ]).toEqual(['true', true])
})

test('starts no detection before the check is passed, then shows a skeleton until the result arrives', async () => {
  let reply = (_: unknown) => {}
  const { asked } = open(() => new Promise((resolve) => (reply = resolve)))
  type(text)
  fireEvent.click(button('Detect AI'))
  expect(screen.getByRole('dialog', { name: 'Human verification' })).toBeDefined()
  expect(button('Close')).toBeDefined()
  expect(asked('POST', '/documents/quick-detect')).toEqual([])
  await solve()
  expect(await screen.findByText('Verification Complete')).toBeDefined()
  expect(screen.getByRole('img', { name: 'Reading your text…' })).toBeDefined()
  await eventually(() => expect(asked('POST', '/documents/quick-detect')).toHaveLength(1))
  await act(async () => reply(answer))
  expect(await screen.findByText('82.4%')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['human-written', 0.31, '31.0%', 'Human Written', 'informational'],
  ['human-written', 0.3, '30.0%', 'Human Written', 'success'],
  ['ai-generated', 0.7, '70.0%', 'AI Generated', 'informational'],
  ['ai-generated', 0.701, '70.1%', 'AI Generated', 'warning'],
  ['human-written', 0, 'N/A', 'Human Written', 'success'],
])('shows %s at %d as %s, %s, with a bar labelled %s', async (label, score, shown, message, band) => {
  const { container } = await runDemo(() => ({ ...answer, label, score, results: [] }))
  expect((await screen.findByText('AI Probability')).nextSibling?.textContent).toBe(shown)
  expect(screen.getByText('Classification').nextSibling?.textContent).toBe(message)
  expect(container.querySelector('svg[data-band]')?.getAttribute('data-band')).toBe(band)
})

test('shows neither score nor verdict for a text that is too short', async () => {
  await runDemo(() => ({
    ...answer,
    score: null,
    label: 'insufficient-text',
    finding: 'insufficient-text',
    ai_share: null,
    words: 11,
    calibration: null,
    results: [],
  }))
  expect((await screen.findByText('AI Probability')).nextSibling?.textContent).toBe('N/A')
  expect(screen.getByText('Classification').nextSibling?.textContent).toBe('Not enough text to judge')
  expect(screen.getByText(/This text has 11 words\. The detector needs at least 50\./)).toBeDefined()
})

test('says of imaginative writing that it is not scored, never that it is too short', async () => {
  await runDemo(() => ({
    ...answer,
    score: null,
    label: 'insufficient-text',
    finding: 'creative-writing',
    ai_share: null,
    words: 310,
    calibration: null,
    results: [],
  }))
  expect((await screen.findByText('AI Probability')).nextSibling?.textContent).toBe('N/A')
  expect(screen.getByText('Classification').nextSibling?.textContent).toBe('Not judged')
  expect(screen.getByText(/^Imaginative writing: talented pupils and machines write alike/)).toBeDefined()
  expect(screen.queryByText(/of this length/)).toBeNull()
})

test.each([
  ['en-GB', enWords],
  ['fr-FR', frWords],
])('has the same headline as the report in %s', (_, words) => {
  const headlines = Object.entries(words.report ?? {}).filter(([key]) =>
    /^(headline|mistaken|standing)\./.test(key),
  )
  expect(headlines.length).toBeGreaterThan(0)
  for (const [key, message] of headlines) expect(words.demo?.[key], key).toBe(message)
})

test('says when no error rate was measured', async () => {
  await runDemo(() => ({ ...answer, calibration: null }))
  expect(await screen.findByText(/of this length score this high has not been measured/)).toBeDefined()
})

test('blurs the sections behind a sign-up prompt if there is more than one', async () => {
  await runDemo()
  const detail = (await screen.findByText('View Detailed Analysis')).closest('details')
  expect(detail?.querySelector('ol')?.getAttribute('aria-hidden')).toBe('true')
  expect(detail?.querySelectorAll('li')).toHaveLength(2)
  // Shapes only: the page must not contain what the blur hides.
  expect(detail?.querySelector('ol')?.textContent).toBe('')
  expect(
    within(detail ?? document.body)
      .getByText('Sign Up Free')
      .getAttribute('href'),
  ).toBe('/register')
})

test('draws each section in the colour of its probability, and one without a probability in none', async () => {
  const probabilities = [0.701, 0.31, 0.3, null]
  await runDemo(() => ({
    ...answer,
    results: probabilities.map((probability) => ({ probability, paragraph_text: '' })),
  }))
  const detail = (await screen.findByText('View Detailed Analysis')).closest('details')
  const bands = [...(detail?.querySelectorAll('li') ?? [])].map((section) => section.dataset.band)
  expect(bands).toEqual(['warning', 'informational', 'success', undefined])
})

test('has no detailed analysis of a single section', async () => {
  await runDemo(() => ({ ...answer, results: answer.results.slice(0, 1) }))
  await screen.findByText('82.4%')
  expect(screen.queryByText('View Detailed Analysis')).toBeNull()
})

test.each<[string, Answer, string]>([
  [
    'a refusal',
    () => refuse(400, { code: 'invalid_input', detail: 'No proof.' }),
    'An error occurred during AI detection. Please try again.',
  ],
  [
    'too many visitors',
    () => refuse(503, { code: 'busy', detail: 'Many people are trying the demo just now.' }),
    'Many people are trying the demo just now.',
  ],
  [
    'a fault of the server',
    () => refuse(500, {}),
    'An error occurred during AI detection. Please try again.',
  ],
])('explains %s, keeps the text and is not used up', async (_, detect, message) => {
  await runDemo(detect)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(textBox().value).toBe(text)
  expect(localStorage.getItem('penmark.demo-used')).toBeNull()
})

test('has a message for unexpected errors', async () => {
  const { asked } = open()
  type(text)
  fireEvent.click(button('Detect AI'))
  await screen.findByLabelText('What is 7 plus 5?', { exact: false })
  const read = Response.prototype.text
  vi.spyOn(Response.prototype, 'text').mockImplementation(function (this: Response) {
    return asked('POST', '/documents/quick-detect').length > 0
      ? Promise.reject(new TypeError('cut off'))
      : read.call(this)
  })
  await solve()
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred. Please try again.')
})

test('resets everything when the check is closed', async () => {
  const { asked } = open()
  type(text)
  fireEvent.click(button('Detect AI'))
  await screen.findByLabelText('What is 7 plus 5?', { exact: false })
  fireEvent.click(button('Close'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(textBox().value).toBe('')
  expect(asked('POST', '/documents/quick-detect')).toEqual([])
  expect(localStorage.getItem('penmark.demo-used')).toBeNull()
})

test('can be tried once: its own result locks it, also after a reload', async () => {
  const { unmount } = await runDemo()
  expect(await screen.findByText('82.4%')).toBeDefined()
  unmount()
  open()
  expect(screen.getByText('Demo Limit Reached')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Detect AI' })).toBeNull()
})

test('is locked for 24 hours after a result, then opens by itself and forgets the flag', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  localStorage.setItem('penmark.demo-used', 'true')
  localStorage.setItem('penmark.demo-timestamp', String(Date.now() - day + 5_000))
  open()
  expect(screen.getByText('Demo Limit Reached')).toBeDefined()
  expect(screen.getByText('The demo resets every 24 hours.')).toBeDefined()
  expect(screen.getByText('Sign Up Free').getAttribute('href')).toBe('/register')
  expect(screen.getByText('View Plans').getAttribute('href')).toBe('/pricing')
  expect(screen.queryByRole('button', { name: 'Detect AI' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(4_999))
  expect(screen.queryByText('Demo Limit Reached')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Demo Limit Reached')).toBeNull()
  expect(localStorage.getItem('penmark.demo-used')).toBeNull()
  expect(button('Detect AI')).toBeDefined()
})

test('says that the demo was used in another window meanwhile', () => {
  open()
  type(text)
  localStorage.setItem('penmark.demo-used', 'true')
  localStorage.setItem('penmark.demo-timestamp', String(Date.now()))
  fireEvent.click(button('Detect AI'))
  expect(screen.getByRole('alert').textContent).toBe('Demo limit reached. Sign up for unlimited access!')
  expect(screen.getByText('Demo Limit Reached')).toBeDefined()
})
