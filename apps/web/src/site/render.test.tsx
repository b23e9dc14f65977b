import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand, planIds, planPrice, planWordLimit } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import {
  type BenchResult,
  type FigureFormat,
  formatFigure,
  type ModelCard,
  valueAt,
} from '../features/public/site/evidence/figure.tsx'
import { formatPrice } from '../features/public/site/pricing/prices.ts'
import { languages } from '../lib/i18n/languages.ts'
import { translationsOf } from '../testing/translations.ts'
import { renderSite, sitePages } from './render.tsx'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const card = (model: string) => JSON.parse(read(`models/${model}.card.json`)) as ModelCard
const bench: BenchResult[] = JSON.parse(read('bench/results/figures.json'))
const words = Object.fromEntries(languages.map((language) => [language, translationsOf(language)]))
const keys = Object.keys(words['en-GB']?.site ?? {})
const template = read('apps/web/site.html')

const rendered = ['standard', 'open'].flatMap((model) =>
  renderSite({
    translations: words,
    evidence: { card: card(model), bench },
    template,
    fonts: ['/assets/serif.woff2'],
    styles: '/assets/site.css',
  }).map((page) => ({
    ...page,
    model,
    document: new DOMParser().parseFromString(page.html, 'text/html'),
  })),
)
const page = (path: string, language = 'en-GB') => {
  const found = rendered.find((candidate) => candidate.path === path && candidate.language === language)
  if (!found) throw new Error(`${path} is not rendered in ${language}`)
  return found.document
}
const text = (element: Document | Element | null) =>
  (element instanceof Document ? element.body : element)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
const linksOf = (element: ParentNode) =>
  [...element.querySelectorAll('a')].map((link) => [text(link), link.getAttribute('href')])
const section = (document: Document, id: string) => {
  const found = document.querySelector(`section[aria-labelledby="${id}"]`)
  if (!found) throw new Error(`The page has no section ${id}`)
  return found
}

describe('every public page', () => {
  test.each([
    ['/', 'AI detection for teachers'],
    ['/pricing', 'Pricing'],
    ['/educator', 'For educators'],
    ['/technology', 'Technology'],
    ['/limits', 'What Penmark cannot do'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/support', 'Support'],
    ['/cookie-preferences', 'Cookie'],
  ])('stands at the address of the specification: %s', (path, title) => {
    expect(page(path).title).toContain(title)
  })

  test('exists in each language, in a document of that language', () => {
    expect(rendered).toHaveLength(2 * sitePages.length * languages.length)
    for (const { document, language } of rendered) expect(document.documentElement.lang).toBe(language)
  })

  test('has one headline, its own title and description, and no untranslated key', () => {
    for (const language of languages) {
      const heads = sitePages.map(({ path }) => page(path, language))
      for (const document of heads) {
        expect(document.querySelectorAll('h1')).toHaveLength(1)
        expect(text(document)).not.toMatch(/undefined|\{\{/)
        expect(keys.filter((key) => text(document).includes(key))).toEqual([])
      }
      expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
      const descriptions = heads.map((document) =>
        document.querySelector('meta[name="description"]')?.getAttribute('content'),
      )
      expect(new Set(descriptions).size).toBe(heads.length)
    }
  })

  test('states its own address, those of the other languages, and the preview of a shared link', () => {
    const { head } = page('/pricing', 'fr-FR')
    expect(head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('__ADDRESS__')
    const siblings = [...head.querySelectorAll('link[rel="alternate"]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ])
    expect(siblings).toEqual([
      ['en-GB', '__ORIGIN__/pricing'],
      ['en-US', '__ORIGIN__/pricing?lang=en-US'],
      ['fr-FR', '__ORIGIN__/pricing?lang=fr-FR'],
      ['en', '__ORIGIN__/pricing'],
      ['x-default', '__ORIGIN__/pricing'],
    ])
    expect(head.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(
      `Tarifs · ${brand.name}`,
    )
  })

  test('contains valid structured data', () => {
    const dataOf = (document: Document) =>
      JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
        '@graph': { '@type': string }[]
      }
    for (const { document } of rendered) expect(dataOf(document)['@graph'].length).toBeGreaterThan(0)
    expect(dataOf(page('/pricing'))['@graph'].map((entry) => entry['@type'])).toEqual([
      'SoftwareApplication',
      'FAQPage',
    ])
  })

  test('has an icon for browsers, telephones and home screens, each of which exists in its size', () => {
    const publicFile = (address: string) => readFileSync(join(root, 'apps/web/public', address))
    const widthOf = (address: string) => publicFile(address).readUInt32BE(16)
    const addressOf = (relation: string) =>
      page('/').querySelector(`link[rel="${relation}"]`)?.getAttribute('href') ?? ''
    const icons = [...page('/').querySelectorAll('link[rel="icon"]')].map(
      (link) => link.getAttribute('href') ?? '',
    )
    expect(icons.map((address) => publicFile(address).length > 0)).toEqual([true, true])
    expect(widthOf(addressOf('apple-touch-icon'))).toBe(180)
    const manifest = JSON.parse(publicFile(addressOf('manifest')).toString()) as {
      icons: { src: string; sizes: string }[]
    }
    for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== 'any'))
      expect(`${widthOf(src)}x${widthOf(src)}`).toBe(sizes)
  })

  test('loads nothing from other hosts', () => {
    for (const { document } of rendered)
      for (const element of document.querySelectorAll(
        '[src], link[href]:not([rel="canonical"], [rel="alternate"])',
      ))
        expect(element.getAttribute('src') ?? element.getAttribute('href')).toMatch(/^\/(?!\/)/)
  })

  test('contains no inline script that needs a nonce', () => {
    for (const { html, document } of rendered) {
      expect(html).not.toContain('__CSP_NONCE__')
      for (const script of document.querySelectorAll('script:not([type="application/ld+json"])'))
        expect(script.textContent).toBe('')
      expect(document.querySelectorAll('style, [style]')).toHaveLength(0)
    }
  })
})

describe('navigation and footer', () => {
  test('links the logo to /, each page, and Get Started to the sign-in', () => {
    const header = page('/pricing').querySelector('header') ?? page('/pricing')
    expect(linksOf(header)[0]).toEqual([brand.name, '/'])
    expect(linksOf(header.querySelector('nav') ?? header)).toEqual([
      ['Home', '/'],
      ['Pricing', '/pricing'],
      ['Technology', '/technology'],
      ["I'm an Educator", '/educator'],
      ['Get Started', '/dashboard'],
    ])
  })

  test('omits Technology from the navigation of the home page', () => {
    expect(text(page('/').querySelector('header'))).toContain('Pricing')
    expect(text(page('/').querySelector('header'))).not.toContain('Technology')
  })

  test('highlights the current link', () => {
    for (const path of ['/', '/pricing', '/technology', '/educator'])
      expect(page(path).querySelector('header nav [aria-current="page"]')?.getAttribute('href')).toBe(path)
  })

  test('opens on small screens without a script', () => {
    const menu = page('/').querySelector('header details')
    expect(menu?.querySelector('summary')?.getAttribute('aria-label')).toBe('Menu')
    expect(linksOf(menu ?? page('/')).map(([words]) => words)).toEqual([
      'Home',
      'Pricing',
      "I'm an Educator",
      'Get Started',
    ])
  })

  test('links Home, Pricing, Privacy, Terms and Support in the footer, with the copyright', () => {
    const footer = page('/').querySelector('footer')
    expect(linksOf(footer?.querySelector('nav') ?? page('/'))).toEqual([
      ['Home', '/'],
      ['Pricing', '/pricing'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Cookie choices', '/cookie-preferences'],
      ['Support', '/support'],
    ])
    expect(text(footer)).toContain('© __COPYRIGHT_YEAR__ Penmark')
  })
})

describe('the home page', () => {
  test('begins with an example that anybody can open, Start Free and View Pricing, and has features, an about section and the demo', () => {
    const document = page('/')
    expect(linksOf(document.querySelector('main') ?? document).slice(0, 5)).toEqual([
      ['See an example report', '/examples/ai'],
      ['Start Free', '/dashboard?register'],
      ['View Pricing', '/pricing'],
      ['the report on an essay by Jane Austen, aged fifteen', '/examples/student'],
      ['the record of a text being written', '/examples/writing'],
    ])
    expect(section(document, 'features').querySelectorAll('li')).toHaveLength(10)
    expect(text(section(document, 'about'))).toContain('A score is a reason to talk, not proof.')
    expect(text(document.querySelector('[data-island="demo"]'))).toContain('Live AI Detection Demo')
  })

  test('says before any upload which language it supports', () => {
    expect(text(page('/'))).toContain('For texts in English')
  })

  test('states free words, no card, instant results, paragraphs and file types', () => {
    for (const promise of [
      '5,000 free words per month',
      'No credit card',
      'Instant results',
      'Paragraph-level analysis',
      'PDF, Word and text',
    ])
      expect(text(page('/'))).toContain(promise)
    expect(planWordLimit.FREE).toBe(5_000)
  })
})

describe('the pricing page', () => {
  const cards = () => planIds.map((plan) => section(page('/pricing'), `plan-${plan.toLowerCase()}`))

  test('has three cards: Free, Pro and Schools', () => {
    const heads = [...page('/pricing').querySelectorAll('section[aria-labelledby^="plan-"] h2')]
    expect(heads.map(text)).toEqual(['Free', 'Pro', 'Schools'])
  })

  const everywhere = [
    'AI detection',
    'PDF documents',
    'Word documents',
    'Texts by student',
    'Classroom allocation',
    'Analytics',
  ]
  const integrations = ['LMS integration', 'Teams integration', 'Google Classroom integration']

  test.each([
    ['FREE', '£0 a month', ['5,000 words a month', '5 pages a month']],
    ['PRO', '£8 a month', ['100,000 words a month', '100 pages a month']],
    ['SCHOOLS', 'By agreement', ['Unlimited words', 'Unlimited pages']],
  ] as const)(
    'compares 11 features: %s has its subtitle, price and amounts, and says what it includes and what is planned',
    (plan, price, amounts) => {
      const card = section(page('/pricing'), `plan-${plan.toLowerCase()}`)
      expect(text(card)).toContain(price)
      expect(text(card)).toContain(words['en-GB']?.subscriptions?.[`subtitle.${plan}`])
      const features = [...card.querySelectorAll('li')].map((item) => ({
        name: text(item.querySelector('span')).replace(' (planned)', ''),
        mark: item.querySelector('svg')?.getAttribute('aria-label'),
        isPlanned: text(item).includes('(planned)'),
      }))
      expect(features.map(({ name }) => name).toSorted()).toEqual(
        [...everywhere, ...amounts, ...integrations].toSorted(),
      )
      const included = features.filter(({ mark }) => mark === 'Included:').map(({ name }) => name)
      const integrated = plan === 'SCHOOLS' ? ['LMS integration'] : []
      expect(included.toSorted()).toEqual([...everywhere, ...amounts, ...integrated].toSorted())
      const planned = features.filter(({ isPlanned }) => isPlanned).map(({ name }) => name)
      expect(planned).toEqual(plan === 'SCHOOLS' ? ['Teams integration', 'Google Classroom integration'] : [])
    },
  )

  test('says that every plan includes API keys and webhooks', () => {
    expect(text(page('/pricing'))).toContain('API keys and webhooks are included in every plan.')
  })

  test('marks only Pro as Most Popular', () => {
    expect(cards().map((card) => text(card).includes('Most Popular'))).toEqual([false, true, false])
  })

  test('shows 4 features on a small screen until Show All Features is checked', () => {
    for (const card of cards()) {
      expect(card.querySelectorAll('li[data-extra]')).toHaveLength(7)
      expect(
        card.querySelector(`label[for="${card.querySelector('input[type=checkbox]')?.id}"]`)?.textContent,
      ).toBe('Show All Features')
    }
  })

  test('links Schools to an email to sales, and the others through the sign-in to /subscriptions', () => {
    const actions = cards().map((card) => linksOf(card)[0])
    expect(actions).toEqual([
      ['Start Free', '/subscriptions'],
      ['Upgrade to Pro', '/subscriptions'],
      ['Contact Sales', 'mailto:__SUPPORT_EMAIL__?subject=Schools%20plan'],
    ])
  })

  test('explains what a page is, answers four questions and ends with Get Started Free', () => {
    const document = page('/pricing')
    expect(text(document)).toContain('A page means 1,000 words.')
    expect(section(document, 'faq').querySelectorAll('details')).toHaveLength(4)
    expect(linksOf(section(document, 'closing'))).toEqual([['Get Started Free', '/dashboard?register']])
  })

  test('shows other currencies as approximate, rounded, and charged in GBP', () => {
    const document = page('/pricing')
    expect([...document.querySelectorAll('[data-currency] option')].map(text)).toEqual([
      'GBP',
      'USD',
      'EUR',
      'CAD',
      'AUD',
    ])
    expect(text(document.querySelector('[data-approximate]'))).toBe('approximate, charged in GBP')
    const pro = planPrice.PRO ?? 0
    expect(
      (['USD', 'EUR', 'CAD', 'AUD'] as const).map((currency) => formatPrice('en-GB', pro, currency)),
    ).toEqual(['US$10', '€9', 'CA$13', 'A$15'])
    expect(formatPrice('fr-FR', pro, 'GBP').replaceAll(/\s/g, ' ')).toBe('8 £')
  })
})

describe('the technology and educator pages', () => {
  test('describe capabilities, architecture and training data, and show an example labelled as invented', () => {
    const document = page('/technology')
    for (const id of ['capabilities', 'architecture', 'data', 'evaluation'])
      expect(text(section(document, id)).length).toBeGreaterThan(100)
    expect(text(document.querySelector('#example'))).toContain('made up')
    const example = JSON.parse(document.querySelector('[data-example]')?.textContent ?? '') as {
      vendor_attribution: object
      sentence_scores: object[]
    }
    expect(Object.keys(example)).toEqual(['ai_probability', 'vendor_attribution', 'sentence_scores'])
    expect(Object.keys(example.vendor_attribution)).toEqual(['openai', 'google', 'anthropic', 'human'])
    expect(Object.keys(example.sentence_scores[0] ?? {})).toEqual(['text', 'score'])
  })

  test('also show the form of a result on the privacy page', () => {
    const example: unknown = JSON.parse(page('/privacy').querySelector('[data-example]')?.textContent ?? '')
    expect(example).toMatchObject({
      ai_probability: expect.any(Number),
      vendor_attribution: {
        openai: expect.any(Number),
        google: expect.any(Number),
        anthropic: expect.any(Number),
        human: expect.any(Number),
      },
      sentence_scores: [{ text: expect.any(String), score: expect.any(Number) }, expect.anything()],
    })
  })

  test('show pictures of the product in the language of the page, each of which exists and is described', () => {
    for (const { document, language } of rendered.filter(({ path }) => ['/', '/educator'].includes(path))) {
      const pictures = [...document.querySelectorAll('main img')]
      expect(pictures.length).toBeGreaterThan(2)
      for (const picture of pictures) {
        const address = picture.getAttribute('src') ?? ''
        expect(address).toContain(`/${language}/`)
        expect(existsSync(join(root, address.replace('/pictures/', 'docs/screenshots/site/')))).toBe(true)
        expect(picture.getAttribute('alt')?.length).toBeGreaterThan(30)
      }
    }
  })

  test('offer the model card and the measurements for download', () => {
    for (const { document, model } of rendered.filter(({ path }) => path === '/technology'))
      expect([...document.querySelectorAll('a[download]')].map((link) => link.getAttribute('href'))).toEqual([
        `/evaluation/${model}.card.json`,
        '/evaluation/figures.json',
      ])
  })

  test('use plain names for vendors and sources, not data set labels alone', () => {
    const evaluation = text(section(page('/technology'), 'evaluation'))
    expect(evaluation).toContain('Google / Anthropic')
    expect(evaluation).toContain('fine-tuned models')
    expect(evaluation).toContain('Essays by learners of English in US schools')
    expect(evaluation).not.toMatch(/google\|anthropic|finetune\/other|\bunknown\b/)
  })

  test('say how many texts of each kind of writing were measured, and which kinds were not', () => {
    const { kinds } = JSON.parse(read('models/standard.card.json')) as {
      kinds: { kind: string; people: number }[]
    }
    const rows = [...section(page('/limits'), 'kinds').querySelectorAll('tbody tr')]
    expect(rows).toHaveLength(kinds.filter(({ people }) => people > 0).length)
    const numbers = rows.map((row) => Number(text(row.querySelector('td')).replace(',', '')))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(text(section(page('/limits'), 'kinds'))).toMatch(
      /Not measured at all, or without a known date: descriptions/,
    )
  })

  test('and reports warn of each kind that people were flagged for more often than promised', () => {
    const { kinds } = JSON.parse(read('models/standard.card.json')) as {
      kinds: { kind: string; people: number; flagged: number }[]
    }
    // Three times the promise: one finding in a small kind is chance.
    const oftener = kinds.filter(
      ({ kind, people, flagged }) => kind !== 'narrative' && flagged > 0.003 * people,
    )
    expect(oftener).toEqual([])
    const words = JSON.parse(read('apps/web/public/locales/en-GB/report.json')) as Record<string, string>
    for (const warning of ['limits.compared', 'limits.comparedOpen'])
      expect(words[warning]).not.toContain('flagged more often')
  })

  test('say where shares of machine texts are of an earlier version, on each page that shows one', () => {
    const { texts, version } = valueAt(card('standard'), 'retellings.affected') as {
      texts: number
      version: string
    }
    for (const path of ['/', '/technology', '/limits']) {
      const said = page(path).querySelector('main')?.textContent ?? ''
      expect(said).toMatch(new RegExp(`measured with version ${version}.*up to ${texts} more may be missed`))
      const open = rendered.find(
        (one) => one.path === path && one.language === 'en-GB' && one.model === 'open',
      )
      expect(open?.document.body.textContent).not.toContain('measured with version')
    }
  })

  test('are linked with what Penmark cannot do, as the home page is', () => {
    for (const path of ['/', '/technology'])
      expect(linksOf(page(path))).toContainEqual(['What Penmark cannot do', '/limits'])
  })

  test('present two products, the marking platform labelled as planned', () => {
    const document = page('/educator')
    expect(text(section(document, 'detector').querySelector('h2'))).toBe('Detector')
    expect(text(section(document, 'marking').querySelector('h2'))).toBe('Marking platform planned')
  })

  test('describe Upload & Detect, Mark & Assess, Provide Feedback, and Analyse & Report', () => {
    expect([...section(page('/educator'), 'workflow').querySelectorAll('h3')].map(text)).toEqual([
      'Upload & Detect',
      'Mark & Assess planned',
      'Provide Feedback planned',
      'Analyse & Report',
    ])
  })
})

describe('the legal pages', () => {
  test('show the date configured by the operator', () => {
    for (const path of ['/privacy', '/terms']) expect(text(page(path))).toContain('As of __LEGAL_DATE__')
  })

  test('say that fees are billed in advance, monthly or annually, and that price changes are announced 30 days before', () => {
    expect(text(section(page('/terms'), 'fees'))).toContain('billed in advance, monthly or annually')
    expect(text(section(page('/terms'), 'prices'))).toContain('30 days before')
  })

  test('say that student work is never used for training', () => {
    expect(text(section(page('/privacy'), 'training'))).toContain('never used to train')
  })
})

describe('the figures on public pages', () => {
  test('equal those of the model card and the benchmark file', () => {
    for (const { document, language, model } of rendered) {
      for (const figure of document.querySelectorAll<HTMLElement>('[data-figure]')) {
        const { figure: at = '', form } = figure.dataset
        expect(text(figure), at).toBe(
          formatFigure(language, Number(valueAt(card(model), at)), form as FigureFormat).replaceAll(
            /\s/g,
            ' ',
          ),
        )
      }
      for (const figure of document.querySelectorAll<HTMLElement>('[data-bench]')) {
        const found = bench.find(({ name }) => name === figure.dataset.bench)
        const value =
          figure.dataset.field === 'cores'
            ? found?.machine.cores
            : found?.[figure.dataset.field as 'value' | 'n']
        expect(text(figure)).toBe(formatFigure(language, Number(value), 'number').replaceAll(/\s/g, ' '))
      }
    }
  })

  test('give one time from text to report, and no part of it that was measured on another day', () => {
    const times = rendered.flatMap(({ document }) =>
      [...document.querySelectorAll<HTMLElement>('[data-bench][data-field="value"]')].map(
        ({ dataset }) => dataset.bench,
      ),
    )
    expect(new Set(times)).toEqual(new Set(['pasted text (500 words) to COMPLETED']))
  })

  test('appear nowhere else: every other number is a constant of the product', () => {
    // Translations and pages of the plans, prices, lengths and confidence of a test, days of notice, and
    // limits of demo and support.
    const seen = new Set<string>()
    const constants = /^(0|1|4|5|8|11|24|30|95|100|250|500|1 ?000|5 ?000|10 ?000|100 ?000|8 000|1 1000)$/
    for (const { document, path, language } of rendered) {
      const body = document.body.cloneNode(true) as HTMLElement
      for (const element of body.querySelectorAll(
        '[data-figure], [data-bench], [data-card-words], [data-example], [data-island], script',
      ))
        element.remove()
      const numbers = text(body).match(/\d+(?:[.,\u202f\u00a0 ]\d+)*/g) ?? []
      const unknown = numbers
        .map((number) => number.replaceAll(/[,\u202f\u00a0]/g, ' '))
        .filter((number) => !constants.test(number))
      expect(unknown, `${path} in ${language}`).toEqual([])
      for (const number of numbers) seen.add(number)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['5,000', '95']))
  })

  test('come with their test set, its size, the rate of false positives and a link to the evaluation', () => {
    const { measured } = JSON.parse(read('models/standard.card.json')) as {
      measured: { human_by_length: { n: number; flagged: number }[] }
    }
    const sumOf = (field: 'n' | 'flagged') =>
      measured.human_by_length.reduce((sum, group) => sum + group[field], 0)
    const percent = ((100 * sumOf('flagged')) / sumOf('n')).toFixed(2)
    for (const path of ['/', '/pricing', '/educator', '/technology']) {
      const document = page(path)
      const figure = (field: string) =>
        text(document.querySelector(`[data-figure="measured.human_by_length.total.${field}"]`))
      expect(figure('rate')).toBe(`${percent}%`)
      expect(figure('n')).toBe(sumOf('n').toLocaleString('en-GB'))
      expect(linksOf(document).map(([, address]) => address)).toContain('/technology#evaluation')
    }
    expect(page('/technology').querySelectorAll('#evaluation')).toHaveLength(1)
  })
})
