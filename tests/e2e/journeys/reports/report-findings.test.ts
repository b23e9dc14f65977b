import type { Page } from 'playwright'
import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'

const journey = sharedJourneys()

const { student: human, ai: machine, mixed } = sampleTexts
function sentencesOf(text: string): string[] {
  return text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]) /)
}

/** Four sentences of the AI's text between those of the student: too little to call them found. */
const unusual = [
  human.slice(0, human.indexOf('\n\n')),
  sentencesOf(machine).slice(5, 9).join(' '),
  human.slice(human.indexOf('\n\n')),
].join(' ')
const french =
  'Hier nous sommes allés à la bibliothèque avec notre classe et la bibliothécaire nous a montré les vieux livres de la réserve. J’ai choisi un livre sur les oiseaux parce que ma grand-mère en nourrit tous les matins devant sa fenêtre. Le livre sentait la poussière et le cuir, et les images étaient peintes à la main. Nous avons ensuite écrit quelques phrases sur ce que nous avions vu, puis nous sommes rentrés à pied sous la pluie.'

/** Each with what the report leads with. */
const findings = [
  { text: machine, says: /^All of this text reads like AI writing$/ },
  { text: mixed, says: /^Parts? of this text/ },
  { text: unusual, says: /^Unusual, but not enough to say$/ },
  { text: human, says: /^Nothing here stands out$/ },
  { text: french, says: /^Not in English, so not scored$/ },
  { text: 'Too short to say anything.', says: /^Too short to score$/ },
]

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

journey(
  'every finding is accessible, in light and dark, and leads to the conversation sheet',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    for (const { text, says } of findings) {
      const { id } = (await (await caller.post('/documents/text', { text })).json()) as { id: string }
      await expect
        .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
          timeout: 60_000,
        })
        .toBe('COMPLETED')
      await page.goto(`${product.origin}/documents/${id}/report`)
      await page.getByRole('heading', { level: 2, name: says }).waitFor()
      await expectAccessibleInBoth(page)
    }
  },
)

journey(
  'a teacher prepares a conversation, and prints the student a sheet without scores',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const { id } = (await (
      await caller.post('/documents/text', { text: machine, title: 'School uniforms' })
    ).json()) as { id: string }
    await expect
      .poll(async () => (await caller.get<{ status: string }>(`/documents/${id}`)).status, {
        timeout: 60_000,
      })
      .toBe('COMPLETED')
    await page.goto(`${product.origin}/documents/${id}/report`)
    await page.getByRole('link', { name: 'Talk to the student' }).click()
    await page.waitForURL('**/conversation*')
    await page.getByRole('heading', { level: 2, name: 'Questions for the conversation' }).waitFor()
    const sheet = page.locator('main')
    expect(await sheet.innerText()).toContain('How did you go about this text?')
    expect(await sheet.innerText()).toMatch(/Passage \d+, paragraph \d+/)
    await expectAccessibleInBoth(page)

    await page.getByRole('button', { name: 'For the student' }).click()
    await page.getByRole('heading', { level: 2, name: 'Let’s talk about your text' }).waitFor()
    const words = await sheet.innerText()
    expect(words).toContain('This sheet does not accuse you of anything.')
    expect(words).toContain('School uniforms')
    expect(words).not.toMatch(/\d ?%|score|detector|reads like AI/i)
    await expectAccessibleInBoth(page)
  },
)
