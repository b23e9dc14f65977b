import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../main/config.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { pickLanguage } from './public-pages.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    prepareWeb: async (folder) => {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'index.html'), '<p>application</p>')
      for (const language of ['en-GB', 'en-US', 'fr-FR']) {
        const languageFolder = path.join(folder, '.pages', 'standard', language)
        await mkdir(languageFolder, { recursive: true })
        await writeFile(
          path.join(languageFolder, 'home.html'),
          `<p>home ${language} __ADDRESS__ __ORIGIN__ © __COPYRIGHT_YEAR__</p>`,
        )
        await writeFile(path.join(languageFolder, 'terms.html'), `<p>__LEGAL_DATE__ __SUPPORT_EMAIL__</p>`)
      }
    },
  })
})
afterAll(() => testApp.close())

const open = (url: string, headers: Record<string, string> = {}) => testApp.app.inject({ url, headers })

describe('a public page', () => {
  test('is in the language of the address, which is stored in a cookie', async () => {
    const response = await open('/?lang=fr-FR', { 'accept-language': 'en-GB' })
    expect(response.body).toContain('home fr-FR')
    expect(response.headers).toMatchObject({
      'content-language': 'fr-FR',
      'set-cookie': expect.stringMatching(/^penmark\.locale=fr-FR; Path=\//),
    })
  })

  test('names its own address, with the language if requested, and en-GB always without', async () => {
    const addressIn = async (url: string) =>
      /home \S+ http:\/\/[^/]+(\S*) /.exec((await open(url, { 'accept-language': 'fr' })).body)?.[1]
    expect(await addressIn('/?lang=fr-FR')).toBe('/?lang=fr-FR')
    expect(await addressIn('/')).toBe('/')
    expect(await addressIn('/?lang=en-GB')).toBe('/')
  })

  test('sets no cookie unless a language is asked for', async () => {
    expect((await open('/', { 'accept-language': 'fr' })).headers['set-cookie']).toBeUndefined()
    expect((await open('/?lang=xx')).headers['set-cookie']).toBeUndefined()
  })

  test('stores no language for a visitor who refuses preferences', async () => {
    const cookie = (preferences: boolean) =>
      `penmark.consent=${encodeURIComponent(JSON.stringify({ version: '1.0', preferences }))}`
    expect((await open('/?lang=fr-FR', { cookie: cookie(false) })).headers['set-cookie']).toBeUndefined()
    expect((await open('/?lang=fr-FR', { cookie: cookie(true) })).headers['set-cookie']).toBeDefined()
    expect(
      (await open('/?lang=fr-FR', { cookie: 'penmark.consent=%7B' })).headers['set-cookie'],
    ).toBeDefined()
  })

  test('allows no third-party scripts, frames or images', async () => {
    const policy = String((await open('/')).headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).not.toContain('google')
    expect(policy).not.toContain('frame-src')
  })

  test('tells caches what it depends on, and is not sent again unchanged', async () => {
    const first = await open('/')
    expect(first.headers.vary).toContain('accept-language, cookie')
    expect(first.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await open('/', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
    expect((await open('/?lang=fr-FR', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200)
  })

  test("contains the operator's settings: address, support, date and year", async () => {
    expect((await open('/')).body).toMatch(/http.* © 2025/)
    expect((await open('/terms')).body).toContain('1 January 2025 support@school.example')
    expect((await open('/terms?lang=fr-FR')).body).toContain('1er janvier 2025')
  })

  test('leaves a visitor who returns from signing in to the application', async () => {
    expect((await open('/?code=1&state=2')).body).toBe('<p>application</p>')
    expect((await open('/?error=denied&state=2')).body).toBe('<p>application</p>')
  })

  test('is not available as a file', async () => {
    expect((await open('/.pages/standard/en-GB/home.html')).statusCode).toBe(404)
  })
})

describe('an installation with reCAPTCHA', () => {
  test('allows its script and frame on public pages only', async () => {
    const other = await startTestApp({
      works: false,
      recaptcha: { siteKey: 'site', verify: async () => true },
      prepareWeb: async (folder) => {
        const languageFolder = path.join(folder, '.pages', 'standard', 'en-GB')
        await mkdir(languageFolder, { recursive: true })
        await writeFile(path.join(folder, 'index.html'), '<p>application</p>')
        await writeFile(path.join(languageFolder, 'home.html'), '<p>home</p>')
      },
    })
    const policyOf = async (url: string) =>
      String((await other.app.inject({ url })).headers['content-security-policy'])
    const policy = await policyOf('/')
    await other.close()
    expect(policy).toContain(
      "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    )
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/')
  })
})

describe('an installation with its own day of the legal texts', () => {
  test('shows that day', async () => {
    const other = await startTestApp({
      works: false,
      legalDate: readConfig({ LEGAL_DATE: '2026-09-02' }).publicSite.legalDate,
      prepareWeb: async (folder) => {
        const languageFolder = path.join(folder, '.pages', 'standard', 'en-GB')
        await mkdir(languageFolder, { recursive: true })
        await writeFile(path.join(folder, 'index.html'), '<p>application</p>')
        await writeFile(path.join(languageFolder, 'terms.html'), '<p>__LEGAL_DATE__</p>')
      },
    })
    const { body } = await other.app.inject({ url: '/terms' })
    await other.close()
    expect(body).toBe('<p>2 September 2026</p>')
  })
})

describe('an installation with an advertising pixel', () => {
  test('names it on the home page, and allows images from its origin on public pages only', async () => {
    const other = await startTestApp({
      works: false,
      adPixelUrl: 'https://ads.example/pixel?id=7&name="x"',
      prepareWeb: async (folder) => {
        const languageFolder = path.join(folder, '.pages', 'standard', 'en-GB')
        await mkdir(languageFolder, { recursive: true })
        await writeFile(path.join(folder, 'index.html'), '<p>application</p>')
        await writeFile(path.join(languageFolder, 'home.html'), '<meta content="__AD_PIXEL_URL__">')
      },
    })
    const home = await other.app.inject({ url: '/' })
    const dashboard = await other.app.inject({ url: '/dashboard' })
    await other.close()
    expect(home.body).toBe('<meta content="https://ads.example/pixel?id=7&amp;name=&quot;x&quot;">')
    expect(home.headers['content-security-policy']).toContain("img-src 'self' data: https://ads.example;")
    expect(dashboard.headers['content-security-policy']).not.toContain('ads.example')
  })
})

describe('robots', () => {
  test('find every page in every language in the sitemap', async () => {
    const { body, headers } = await open('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    expect(body.match(/<loc>/g)).toHaveLength(6)
    expect(body).toMatch(/<loc>http[^<]+\/terms\?lang=fr-FR<\/loc>/)
  })

  test('may read the public pages and nothing else', async () => {
    const { body } = await open('/robots.txt')
    expect(body).toContain('Allow: /$\nAllow: /terms')
    expect(body).toContain('Disallow: /\n')
    expect(body).toMatch(/Sitemap: http.+\/sitemap\.xml/)
  })
})

test('who finds a weakness or has to change a password is led to the right place', async () => {
  const { body, headers } = await open('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
  expect((await open('/.well-known/change-password')).headers.location).toBe('/profile')
})

describe('the language', () => {
  test.each([
    ['fr-FR', 'penmark.locale=en-US', 'en-US', 'fr-FR'],
    [null, 'a=b; penmark.locale=fr-FR', 'en-US', 'fr-FR'],
    [null, '', 'de, fr-CH;q=0.8, en;q=0.9', 'en-GB'],
    [null, '', 'de, fr-CH;q=0.9, en;q=0.8', 'fr-FR'],
    [null, '', 'en-us', 'en-US'],
    [null, '', 'de, fr;q=0', 'en-GB'],
    ['xx', 'penmark.locale=', '', 'en-GB'],
  ] as const)(
    'asked for as %s, kept as "%s" and accepted as "%s" is %s',
    (asked, cookies, accepted, language) => {
      expect(pickLanguage(asked, cookies, accepted)).toBe(language)
    },
  )
})
