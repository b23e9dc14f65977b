import { describe, expect, test } from 'vitest'
import { referenceFacts } from './reference-facts.ts'

const entries = [
  'Brightwell, A. (2018). Night trains. Harbour Press.',
  'de la Cruz, M., & Okonkwo, B. (2020). Soil memory. Policy Letters, 3(1), 4–9. https://doi.org/10.1234/abc',
  'O’Donnell, C. (2011). Urban foxes. Northgate.',
  'World Health Organization. (2019). Sleep and study. https://www.example.org/sleep',
]
const body = [
  'Trains run at night (Brightwell, 2018, p. 4). De la Cruz and Okonkwo (2020) argue that soil remembers.',
  'Foxes live in towns (O’Donnell, 2011; see also WHO, 2019), and nobody minds (World Health Organization [WHO], 2019).',
]

const textOf = ({
  text = body,
  heading = 'References',
  list = entries,
}: {
  text?: string[]
  heading?: string
  list?: string[]
}) => [...text, heading, ...list].join('\n\n')

/** The facts in words, except that there is a list. */
const describeFacts = (text: string) =>
  referenceFacts(text, 2026)
    .filter(({ kind }) => kind !== 'reference-list')
    .map(({ kind, name, value }) => `${kind} ${name}: ${value}`)

test('reports only the number of entries if text and list agree', () => {
  expect(referenceFacts(textOf({}), 2026)).toEqual([
    { kind: 'reference-list', name: 'compared', value: null, count: 4 },
  ])
})

test('reports nothing for a text without a list, even if it has years in brackets', () => {
  expect(
    referenceFacts(
      [...body, 'The war (1939–1945) ended. In 1990 the film Inception (2010) was far away.'].join('\n\n'),
      2026,
    ),
  ).toEqual([])
})

test('reports nothing for a list of films at the end', () => {
  const films = [
    'The Lantern (1931) - a story',
    '“Night Train” (1940) - a thriller',
    'The River (1951) directed by Ann Moor',
  ]
  expect(referenceFacts([body[0], ...films].join('\n\n'), 2026)).toEqual([])
})

test('reports a work that is cited but not listed, and how often', () => {
  const facts = referenceFacts(
    textOf({ text: [...body, 'So be it (Kirkbride & Lee, 2015). Again (Kirkbride & Lee, 2015).'] }),
    2026,
  )
  expect(facts.slice(1)).toEqual([
    { kind: 'unlisted-citation', name: 'no-entry', value: '(Kirkbride & Lee, 2015)', count: 2 },
  ])
})

test('reports a citation whose author is listed only with another year', () => {
  expect(describeFacts(textOf({ text: [...body, 'So be it (Brightwell, 2016).'] }))).toEqual([
    'unlisted-citation other-year: (Brightwell, 2016)',
  ])
})

test.each([
  ['a work known from another', 'So be it (Freud, 1920, as cited in Brightwell, 2018).'],
  ['a conversation', 'So be it (J. Kirkbride, personal communication, May 3, 2020).'],
  ['an act', 'So be it (Data Protection Act, 2018).'],
  ['a month', 'So be it (March, 2020).'],
  ['a film in a sentence', 'Films such as Inception (2010) made it popular.'],
  ['a slip of one letter', 'So be it (Brightwel, 2018).'],
  ['the short form of an organisation', 'So be it (UNICEF, 2018).'],
])('does not ask for an entry of %s', (_, sentence) => {
  expect(describeFacts(textOf({ text: [...body, sentence] }))).toEqual([])
})

test('reports no missing entries if most citations are missing, because the list was probably misread', () => {
  const text = [
    'One (Kirkbride, 2015). Two (Lindqvist, 2016). Three (Rasmussen, 2017). Four (Thackeray, 2018).',
    ...body,
  ]
  expect(describeFacts(textOf({ text })).filter((fact) => fact.startsWith('unlisted'))).toEqual([])
})

test('reports an entry that is never cited', () => {
  const list = [...entries, 'Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.']
  expect(describeFacts(textOf({ list }))).toEqual([
    'uncited-reference entry: Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.',
  ])
})

test('reports years in the future and before printing, but not ancient works', () => {
  const spoilt = entries.map((entry) => entry.replace('(2018)', '(2081)').replace('(2011)', '(1011)'))
  const text = body.map((paragraph) => paragraph.replace('2018', '2081').replace('2011', '1011'))
  const years = describeFacts(textOf({ text, list: spoilt })).filter((fact) =>
    fact.startsWith('impossible-year'),
  )
  expect(years.map((fact) => fact.split(',')[0])).toEqual([
    'impossible-year future: 2081: Brightwell',
    'impossible-year before-printing: 1011: O’Donnell',
  ])
  const ancient = [...entries, 'Aristotle. (1009). Poetics (Original work written ca. 335 B.C.).']
  expect(describeFacts(textOf({ text: [...body, 'Poets (Aristotle, 1009).'], list: ancient }))).toEqual([])
})

test('reports an entry that is listed twice', () => {
  const twice = 'Brightwell, A. (2018). Night trains and the people who sleep in them. Harbour Press.'
  expect(describeFacts(textOf({ list: [twice, twice, ...entries.slice(1)] }))).toEqual([
    `repeated-reference entry: ${twice}`,
  ])
})

test('compares numbers and ranges with a numbered list', () => {
  const list = entries.map((entry, nth) => `[${nth + 1}] ${entry}`)
  expect(describeFacts(textOf({ text: ['One [1], [2]. All [1–4].'], list }))).toEqual([])
  expect(describeFacts(textOf({ text: ['One [1], [2], and [4]. Another [6].'], list }))).toEqual([
    'unlisted-citation no-entry: [6]',
    `uncited-reference entry: [3] ${entries[2]}`,
  ])
})

test('reads French lists and citations', () => {
  const list = [
    'Dupont, J. et Lefèvre, A. (2019). Les trains de nuit. Presses du Fleuve.',
    'L’Heureux, B. (2015). La mémoire des sols. Hachereau.',
  ]
  const text = [
    'Selon Dupont et Lefèvre (2019), la nuit compte (L’Heureux, 2015, p. 12). Côté (2001) affirme que non (Dupont et Lefèvre, 2019).',
  ]
  expect(describeFacts(textOf({ text, heading: 'Références bibliographiques', list }))).toEqual([])
})

describe('what real papers showed', () => {
  const ieee = ['J. Jacobs', 'R. Oldenburg', 'E. Klinenberg', 'W. Whyte', 'L. van der Berg'].map(
    (author, nth) =>
      `[${nth + 1}] ${author}, “A study of public places,” Qual. Sociol., vol. ${nth + 2}, no. 4, pp. 265–284, 198${nth}.`,
  )

  test.each(['[3]–[5]', '[3]-[5]', '[3] – [5]', '[3–5]', '[3], [4, pp. 389, 391], [5, Sec. 2]'])(
    'the entries of %s are cited',
    (range) => {
      expect(
        describeFacts(textOf({ text: [`Places matter [1], [2], and were counted ${range}.`], list: ieee })),
      ).toEqual([])
    },
  )

  test('an index of a program is no citation', () => {
    const text = ['Places matter [1], [2], [3], [4] and [5]. The array[6] and board[7][8] are code.']
    expect(describeFacts(textOf({ text, list: ieee }))).toEqual([])
    expect(describeFacts(textOf({ text: [`${text[0]} So be it [6].`], list: ieee }))).toEqual([
      'unlisted-citation no-entry: [6]',
    ])
  })

  test.each([
    'We used values in the interval [3; 7] ppm.',
    'We used temperatures in [2; 8] and doses in [5 ; 9].',
    'We used weights of [6; 7; 8].',
    'We used temperatures of [5, 8] degrees, [6–9] m/s and [4, 7 cm].',
    'Values in the range [6, 8], x ∈ [1, 9] and between [2, 7] were used.',
    'Grades in [0, 6] and [6, 100] were used.',
  ])('the ends of an interval are no citations: %s', (sentence) => {
    const text = ['Places matter [1], [2], [3], [4] and [5].', sentence]
    expect(describeFacts(textOf({ text, list: ieee }))).toEqual([])
    expect(describeFacts(textOf({ text: [...text, 'It is known [2, 6].'], list: ieee }))).toEqual([
      'unlisted-citation no-entry: [6]',
    ])
  })

  test.each(['\u200b', '\u2060', '\ufeff', '\u00ad', '\u200e'])(
    'the entries of brackets with invisible characters are cited: %j',
    (sign) => {
      const text = [`Places matter [1], [2], [3] and were counted [4,${sign} ${sign}5].`]
      expect(describeFacts(textOf({ text, list: ieee }))).toEqual([])
      const named = body.map((paragraph) => paragraph.replaceAll(' ', `${sign} ${sign}`))
      expect(describeFacts(textOf({ text: named }))).toEqual([])
    },
  )

  test.each([
    ['McHarbour', 'McHarbour, L. T. (1997) On the meaning of tails. Letters [Online] 2 (3), 292–307.'],
    ['DeMarco', 'DeMarco, L. (1997). On the meaning of tails. Letters, 2(3), 292–307.'],
    ['Harbour', 'Harbour, L. T. (1997) On the meaning of tails. Northgate.'],
  ])('a slip in the year of %s is told once', (name, entry) => {
    const text = [...body, `It was compared before (${name}, 1996).`]
    expect(describeFacts(textOf({ text, list: [...entries, entry] }))).toEqual([
      `unlisted-citation other-year: (${name}, 1996)`,
    ])
    const other = 'Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.'
    expect(describeFacts(textOf({ text, list: [...entries, entry, other] }))).toHaveLength(2)
  })

  test('a list without numbers of its own does not show where it ends', () => {
    const unnumbered = ieee.map((entry) => entry.slice(4))
    expect(
      describeFacts(textOf({ text: ['Places matter [1], [2], [3], [4], [5] and [6].'], list: unnumbered })),
    ).toEqual([])
  })

  test('a superscript is a citation also behind a name that ends in a digit', () => {
    const list = Array.from(
      { length: 11 },
      (_, nth) => `${nth + 1}. Smith, J. A study of tools. Journal of Tools ${nth + 3}, 21–31 (2015).`,
    )
    const cited = 'Tools1 help2 us3 to4 work5 and6 think7 with8 care9 always10.'
    expect(describeFacts(textOf({ text: [`${cited} We use NeuroKit211 here.`], list }))).toEqual([])
    expect(describeFacts(textOf({ text: [`${cited} We use nothing else.`], list }))).toHaveLength(1)
  })

  test.each([
    ['Similarly, Brightwell and Lee (2018) agree.'],
    ['However, Brightwell (2018) disagrees.'],
    ['Interestingly, De la Cruz and Okonkwo (2020) argue otherwise.'],
    ['Ainsi, Brightwell et Lee (2018) le montrent.'],
  ])('no adverb is an author: %s', (sentence) => {
    expect(describeFacts(textOf({ text: [...body, sentence] }))).toEqual([])
  })

  const inSentences = [
    'De la Cruz and Okonkwo (2020) argue so. Brightwell (2018) argues so too. O’Donnell (2011) claims it (WHO, 2019).',
  ]

  test('a work that is not listed is named without the adverb before it', () => {
    expect(
      describeFacts(textOf({ text: [...inSentences, 'Similarly, Kirkbride and Lee (2015) agree.'] })),
    ).toEqual(['unlisted-citation no-entry: Kirkbride and Lee (2015)'])
  })

  test.each([
    [
      'in brackets behind the volume',
      'Harris, C. R., & Millman, K. J. (2020). Array programming. Nature, 591(7848), 357–362.',
    ],
    [
      'in Chicago style',
      'Harris, Charles R., and K. Jarrod Millman. 2020. “Array Programming.” Nature 585 (7825): 357–362.',
    ],
    [
      'with the year at the end',
      'Harris, C. R. Array programming. Nature 585 (7825), 357–362. Macmillan, 2020.',
    ],
  ])('an issue number is no year: %s', (_, entry) => {
    const facts = describeFacts(
      textOf({ text: [...body, 'Arrays help (Harris, 2020).'], list: [...entries, entry].toSorted() }),
    )
    expect(facts.filter((fact) => fact.startsWith('impossible-year'))).toEqual([])
  })

  test('a year alone that cannot be one is still named', () => {
    const list = [...entries, 'Harris, C. R. (2091). Array programming. Nature Press.'].toSorted()
    expect(describeFacts(textOf({ text: [...body, 'Arrays help (Harris, 2091).'], list }))).toEqual([
      expect.stringMatching(/^impossible-year future: 2091/),
    ])
  })

  test.each([
    ['behind the last sentence', ['So it ends. References', ...entries]],
    ['before the first entry', [`References ${entries[0]}`, ...entries.slice(1)]],
    ['with a number, behind the last sentence', ['So it ends. Works Cited:', ...entries]],
  ])('a heading opens the list %s', (_, end) => {
    expect(referenceFacts([...body, ...end].join('\n\n'), 2026)).toEqual([
      { kind: 'reference-list', name: 'compared', value: null, count: 4 },
    ])
  })

  test('a title behind the year of its entry begins no other entry', () => {
    const entry =
      'CALINON, Sylvain, GUENTER, Florent and BILLARD, Aude, 2007. On Learning, Representing, and Generalizing a Task in a Humanoid Robot. IEEE Transactions. 2007. Vol. 37.'
    const text = [...body, 'Robots learn (Calinon, Guenter and Billard, 2007).']
    expect(describeFacts(textOf({ text, list: [...entries, entry] }))).toEqual([])
  })

  test('a name behind the end of a bracket begins anew', () => {
    const text = [...body, 'It was done by RF-GLS (GeoMLA) and Brightwell et al. (2018).']
    expect(describeFacts(textOf({ text }))).toEqual([])
  })

  test('an entry is cited if its author is named without a year', () => {
    const text = [...body, 'Trains are slow (Harris) and late (Harris and Lee).']
    expect(
      describeFacts(
        textOf({ text, list: [...entries, 'Harris, C. R. Slow trains. Northgate, 2004.'].toSorted() }),
      ),
    ).toEqual([])
  })

  test('the line that says how to cite the text itself cites nothing', () => {
    const text = [
      'Citation: Kirkbride, A. & Lee, K. (2022). Night trains again. Letters, 2(1), 1–9.',
      ...inSentences,
    ]
    expect(describeFacts(textOf({ text }))).toEqual([])
    const apart =
      'Pargent, F., K. Koch, T., Kleine, A.-K., Lermer, E., & Gaube, S. (2024). Night trains again. Letters, 2(1).'
    expect(describeFacts(textOf({ text: [apart, ...inSentences] }))).toEqual([])
    expect(describeFacts(textOf({ text: [`So says ${apart}`, ...inSentences] }))).toHaveLength(1)
  })

  test('a work is listed if any of the authors before its year is', () => {
    const list = [
      ...entries,
      'Prescott, E., & Mehra, R. (1985). The equity premium. Monetary Letters, 1, 4–9.',
    ]
    const text = [
      ...inSentences,
      'Soon after the Lucas Pricing Model, Mehra and Prescott (1985) present a puzzle.',
    ]
    expect(describeFacts(textOf({ text, list }))).toEqual([])
  })

  test('an entry is cited if two of its authors are named together', () => {
    const list = [
      ...entries,
      'Francis, Diebold, & Yilmaz, K. (2012). Better to give. Forecasting Letters, 1, 57–66.',
    ]
    expect(
      describeFacts(textOf({ text: [...body, 'It uses the Diebold and Yilmaz method.'], list })),
    ).toEqual([])
  })

  test('an entry is cited if one of its authors stands before its year, whatever follows', () => {
    const list = [...entries, 'Zellig S. Harris. 1954. Distributional structure. Word Letters, 10, 146–162.']
    expect(
      describeFacts(
        textOf({ text: [...body, 'The hypothesis holds: Harris (1954) theorizes about words.'], list }),
      ),
    ).toEqual([])
  })

  test('an entry that a page break divided among its authors is one', () => {
    const text = [...body, 'Faces change (Burriss et al., 2015), and so do graphs (Vogelstein et al., 2016).']
    const list = [
      ...entries,
      'Burriss, R. P., Troscianko, J., Lovell, P. G., Quigley, R., . . .',
      'Rowland, H. M. (2015). Changes in facial colour. Letters, 10(7), 4–9.',
      'Vogelstein, J. T., Conroy, J. M., Lyzinski, V., Podrazik, L. J.,',
      'Harley, E. T. (2016). Graph matching. Letters, 10(4), 4–9.',
    ]
    expect(describeFacts(textOf({ text, list }))).toEqual([])
  })

  test('a citation is listed even if a space is lost before "et al."', () => {
    expect(describeFacts(textOf({ text: [...body, 'So be it (Okonkwoet al., 2020).'] }))).toEqual([])
  })

  test('a title of ordinary words before a year is no author', () => {
    const text = [
      ...inSentences,
      'The mind is more than an eye, and in Eye and Mind (1964, p. 159) he argues so.',
    ]
    expect(describeFacts(textOf({ text }))).toEqual([])
  })

  test('a place without a year is no work in a list of dated ones', () => {
    const list = [...entries.slice(0, 3), 'Washington, D.', entries[3] as string]
    expect(describeFacts(textOf({ list }))).toEqual([])
  })

  test.each([
    [
      'a journal of three words',
      'Jain, A. K. Data clustering: 50 years beyond K-means.',
      'Pattern Recognition Letters, 31(8):651–666, 2010.',
    ],
    ['a publisher', 'Jain, A. K. Programs for machine learning.', 'Morgan Kaufmann, 2010.'],
    [
      'a book of several authors',
      'A. K. Jain. Stochastic knowledge.',
      'In Y. Xiang and B. Chaib-draa, editors, Advances, page 99. Springer, 2010.',
    ],
    [
      'more authors',
      'Volodymyr Jain, David Silver, Marc G.',
      'Bellemare, Alex Graves, Martin Riedmiller. Human-level control. Nature, 2010.',
    ],
  ])('an entry whose year stands at its end, in a paragraph of %s, is listed', (_, first, second) => {
    const list = [
      'Arthur, D. and Vassilvitskii, S. The advantages of careful seeding. In SODA, pp. 1027–1035, 2007.',
      first,
      second,
      'Kulis, B. and Jordan, M. I. Revisiting K-means. In ICML, pp. 513–520, 2012.',
      'A. K. Jain and R. Dubes. Algorithms for clustering. Northgate, 1988.',
    ]
    const text = [
      'It is old (Arthur & Vassilvitskii, 2007; Jain, 2010), and new (Kulis & Jordan, 2012; Jain & Dubes, 1988).',
    ]
    expect(describeFacts(textOf({ text, list }))).toEqual([])
  })

  test('a citation of a year is listed if its entry has none', () => {
    const list = [
      ...entries,
      'Nguyen, D. and Rocke, D. Tumor classification. Bioinformatics, 18(1), 39–50.',
      'Nguyen, D. (1999). Trees. Northgate.',
    ]
    const text = [...body, 'It is known (Nguyen & Rocke, 2002; Nguyen, 1999).']
    expect(describeFacts(textOf({ text, list: list.toSorted() }))).toEqual([])
  })

  test('a citation is listed even if both spaces around "et" are lost', () => {
    expect(describeFacts(textOf({ text: [...body, 'So be it (Okonkwoetal., 2020).'] }))).toEqual([])
    expect(describeFacts(textOf({ text: [...inSentences, 'Brightwellforms et al. (2018) agree.'] }))).toEqual(
      [],
    )
  })

  test('the year of a prize is no citation', () => {
    const prizes = 'The Nobel prize went to Merton and Scholes (1997) for quantifying risk.'
    expect(describeFacts(textOf({ text: [...inSentences, prizes] }))).toEqual([])
    expect(
      describeFacts(textOf({ text: [...inSentences, prizes.replace('Nobel prize', 'work')] })),
    ).toHaveLength(1)
  })

  test.each(['(Calfee et al. (2018), Fan (2016))', '(Calfee et al., 2018)'])(
    'an entry that begins with a given name is cited by %s',
    (citation) => {
      const list = [
        ...entries,
        'Carolyn S. Calfee, Kevin L. Delucchi, and Pratik Sinha. Acute distress. Lung Letters, 6(9), 2018.',
      ]
      expect(
        describeFacts(textOf({ text: [...body, `It is severe ${citation}.`], list })).filter((fact) =>
          fact.includes('Calfee'),
        ),
      ).toEqual([])
    },
  )

  test('a numbered entry is cited if its author is named, because a PDF loses raised numbers', () => {
    const list = Array.from(
      { length: 5 },
      (_, nth) =>
        `[${nth + 1}] ${['A. Jacobs', 'B. Oldenburg', 'N. J. Blades', 'E. Whyte', 'F. Berg'][nth]}. “A study of places,” Qual. Sociol., vol. ${nth + 2}, 198${nth}.`,
    )
    const text = ['Places matter [1], [2], [4] and [5].']
    expect(describeFacts(textOf({ text, list }))).toHaveLength(1)
    expect(
      describeFacts(textOf({ text: [...text, 'The method of Blades and Broman , was better.'], list })),
    ).toEqual([])
  })

  const uncited = (given: Parameters<typeof textOf>[0]) =>
    describeFacts(textOf(given)).filter((fact) => fact.startsWith('uncited'))

  test.each([
    [
      'its title',
      'Studio Lantern. 2010. Harbour Wars II. [disk]. PC.',
      'Games such as Harbour Wars II (2009) did.',
    ],
    [
      'the key of a program',
      'Kirkbride, A. 2014. Census results. Northgate.',
      'I used it (kirkbride_census_2014).',
    ],
    ['a name with a digit', 'Xiao, Y. (2021). Cohorts. W3C Draft Report.', 'Browsers changed (W3C, 2021).'],
  ])('an entry is cited by %s', (_, entry, sentence) => {
    const list = [...entries, entry]
    expect(uncited({ list })).toHaveLength(1)
    expect(uncited({ text: [...body, sentence], list })).toEqual([])
  })

  test('a numbered entry is cited by a short name with others or a year behind it', () => {
    const list = [...ieee.slice(0, 4), '[5] S. Tu, G. Bhagat. “A study of mice,” Letters, vol. 2, 2011.']
    const text = 'Places matter [1], [2], [3] and [4].'
    expect(uncited({ text: [text], list })).toHaveLength(1)
    expect(uncited({ text: [`${text} Tu was not there.`], list })).toHaveLength(1)
    for (const name of ['Tu et al (2008)', 'Tu et al. find', 'Tu (2011)'])
      expect(uncited({ text: [`${text} ${name} in mice.`], list })).toEqual([])
  })

  test('a number is in the list even if a PDF moved its bracket', () => {
    const text = ['Places matter [1], [2], [3], [4] and [5]. Others vary [6].']
    const list = [...ieee, '[6 Hodge, V. J. A survey of places. Qual. Sociol.', ']']
    expect(describeFacts(textOf({ text, list }))).toEqual([])
  })

  test('an entry is shown without its number if the text cites names', () => {
    const list = [
      ...entries,
      'Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.',
    ].map((entry, nth) => `${nth + 1}. ${entry}`)
    expect(describeFacts(textOf({ list }))).toEqual([
      'uncited-reference entry: Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.',
    ])
  })

  test.each(['Further reading', 'This article has been cited by:'])(
    'entries below "%s" need not be cited',
    (heading) => {
      const list = [
        ...entries,
        heading,
        'Zeller, K. (2009). Glacier tourism in the north. Oakleaf University Press.',
      ]
      expect(describeFacts(textOf({ list }))).toEqual([])
    },
  )

  test('a span of years is no citation', () => {
    expect(
      describeFacts(
        textOf({ text: [...body, 'It was measured twice (CareVue, 2001–2008; MetaVision, 2008–2012).'] }),
      ),
    ).toEqual([])
  })

  test.each([
    ['has lost its heading', [...entries]],
    ['begins in misread columns', ['The whole of this work was supported by Fan,', 'References', ...entries]],
  ])('nothing is missing from a list that %s', (_, end) => {
    const text = [...body, 'So be it (Kirkbride & Lee, 2015).', ...end].join('\n\n')
    expect(describeFacts(text)).toEqual([])
    expect(referenceFacts(text, 2026)).toHaveLength(1)
  })

  test('a work is listed under its year even if a PDF mixed the lines of its entry with the next', () => {
    const mixed = [
      'Banerjee, O., Ghaoui, L. E., and Yuan, M. and Lin, Y. Model selection and estimad’Aspremont, A. Biometrika, 94(1):19–35, 2007.',
      'ate Gaussian or binary data. Machine Letters, 9:485–516, 2008.',
      'Sun, T. and Zhang, C.-H. Sparse matrix inversion with scaled lasso. arXiv:1202.2723 [math.ST].',
      'Sun, T. Lasso again. Northgate, 1999.',
    ]
    const text = [
      ...body,
      'It is so (Banerjee et al., 2008; Yuan & Lin, 2007; Sun, 1999; Sun & Zhang, 2012).',
    ]
    expect(describeFacts(textOf({ text, list: [...entries, ...mixed] }))).toEqual([])
  })

  test('the line of a publisher is no work', () => {
    const list = [...entries.slice(0, 3), 'Northgate University Press. (2011).', entries[3] as string]
    expect(describeFacts(textOf({ list }))).toEqual([])
  })
})
