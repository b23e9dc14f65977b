import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sentBy: 'smtp' })
})
afterAll(() => server.close())

const bo = { email: 'Bo@school.example', givenName: 'Bo', familyName: 'Aas', language: 'fr-FR' } as const
const password = 'four rather quiet words'
const invite = () =>
  server.database.transaction(async (connection) => {
    const { accounts } = server.identity
    if (accounts === null) throw new Error('The embedded provider makes accounts.')
    return accounts.invite(connection, bo)
  })

test('makes an account that is entered with the password chosen at the link in the email', async () => {
  const { subject, isNew } = await invite()
  expect(isNew).toBe(true)
  const [mail] = await server.mailsTo('bo@school.example', 'identity.invite')
  if (!mail) throw new Error('There is no mail.')
  expect(mail.text).toContain('14 jours')

  const browser = createBrowser(server.origin)
  expect((await browser.visit(mail.link)).text).toContain('Choisissez un mot de passe')
  expect((await browser.post(mail.link, { password })).text).toContain('Votre mot de passe est enregistré')
  expect((await browser.post(mail.link, { password })).status).toBe(410)
  const form = await browser.authorize()
  const entered = await browser.post(form.url, { email: 'bo@school.example', password })
  expect(entered.status).toBeLessThan(400)
  const { accounts } = server.identity
  expect(
    await server.database.transaction(
      (connection) => accounts?.languageOf(connection, subject) ?? Promise.resolve(null),
    ),
  ).toBe('fr-FR')

  // A person with an account is not invited again.
  expect(await invite()).toEqual({ subject, isNew: false })
  expect(await server.mailsTo('bo@school.example', 'identity.invite')).toHaveLength(1)
})
