import { because, type Chapter, met } from './lines.ts'

/** Chapters 10 to 14: the code, the business, files, the API and the set-up. */
export const code: readonly Chapter[] = [
  {
    title: '10. The code itself',
    lines: [
      because(
        '10.2.1, 10.2.2',
        'It calls nobody unasked and wants nothing of a device',
        'met',
        'The policy of every page names our own address alone',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
      ),
      because('10.3.1', 'Updates come signed', 'operator', 'From the repository, by who runs it'),
      met(
        '10.3.2',
        'Nothing is run that others serve',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
        ['packages', 'every package has an exact version, a sum, a licence that allows its use, and runs nothing when it is installed'],
      ),
      because('10.3.3', 'No name of ours can be taken over', 'operator', 'Names are the operator’s'),
    ],
  },
  {
    title: '11. The business',
    lines: [
      met(
        '11.1.1, 11.1.6',
        'Steps come in their order, once',
        ['paid', 'takes the same events ten times over, in order, reversed and shuffled, with one effect'],
        ['demo', 'the demo > asks for a proof that is ours, and takes it once'],
      ),
      met(
        '11.1.2-11.1.4',
        'Programs that act like many people are stopped',
        ['demo', 'the demo > is given to one place so often a day and no oftener, and other places are spared'],
        ['check', 'a sum > is set so often to one place and no oftener, with the time to wait'],
      ),
      met('11.1.5', 'What the business limits is held by the server', ['documents', 'takes at most 50 files at once']),
      because(
        '11.1.7, 11.1.8',
        'What is unusual is seen and told',
        'partly',
        'Figures for the operator (METRICS_PORT); the alarm is the operator’s',
      ),
    ],
  },
  {
    title: '12. Files',
    lines: [
      met(
        '12.1.1, 12.1.3',
        'No file is too large, and nobody fills the disk',
        ['documents', 'refuses a file above 25 MB and stores nothing of it'],
        ['requests', 'a body > of %d %s is refused, and nothing of it stays'],
      ),
      met('12.1.2', 'Archives are measured before they are unpacked', ['child', 'a contained extraction > refuses a zip bomb']),
      met('12.2.1', 'A type is told by content', ['documents', 'goes by content, not by name']),
      met(
        '12.3.1-12.3.5',
        'A name that is given leads nowhere',
        ['documents', 'takes a batch whole, in the order of its files'],
        ['requests', 'a name with line breaks in it > puts no line into the head of an answer'],
      ),
      because('12.3.6', 'Nothing is run that comes from elsewhere', 'met', 'See 10.3.2'),
      met('12.4.1', 'Files lie outside what the web serves', [
        'app',
        'the web > never answers with the page where a file or a call is missing',
      ]),
      because(
        '12.4.2',
        'Files are looked through for malware',
        'not met',
        'They are read by our own readers in a contained child, and given back to their owner alone',
      ),
      met(
        '12.5.1, 12.5.2',
        'Files are given out by their kind, as downloads',
        ['app', 'the web > never answers with the page where a file or a call is missing'],
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
      ),
      met('12.6.1', 'The server calls only where it may', [
        'egress',
        'a call to an address that a person named > is not made where the name leads inside, whatever it looks like',
      ]),
    ],
  },
  {
    title: '13. The API',
    lines: [
      met('13.1.1', 'One reading of an address and of a body', [
        'requests',
        'a request that two servers would read in two ways > and %s is refused, and what stands behind it is not answered',
      ]),
      because(
        '13.1.3',
        'No secret stands in an address',
        'partly',
        'But for archives: an address that ends after minutes, kept as a hash',
        ['exported', 'makes an archive with files, texts and reports, and gives it to its owner alone by an address that ends'],
      ),
      met('13.1.4', 'The call and the thing are both checked', [
        'access',
        '%s > is let in or refused at %s as the rules say, and never given what is not theirs',
      ]),
      met('13.1.5, 13.2.5', 'Other kinds of content are refused', [
        'app',
        'the server > refuses broken JSON, other content types and large bodies in our own words',
      ]),
      met('13.2.1', 'Methods are those of the contract', [
        'app',
        'the web > never answers with the page where a file or a call is missing',
      ]),
      met('13.2.2', 'JSON is held against its schema', ['app', 'the server > lists each invalid field with its place']),
      met('13.2.3', 'Calls by cookie are not taken from other sites', [
        'pages',
        'an answer > takes no cookie for a sign-in: a call of the API that brings cookies alone is refused',
      ]),
      met(
        '13.2.6',
        'What is told to others is signed',
        ['webhooks', 'a webhook > signs with the old secret too for a day after it was changed'],
        ['paid', 'takes no event without its signature, nor one whose bytes were changed or that is too old'],
      ),
      because('13.3.1, 13.3.2, 13.4.1, 13.4.2', 'SOAP and GraphQL', 'not applicable', 'Neither is spoken'),
    ],
  },
  {
    title: '14. The set-up',
    lines: [
      because('14.1.1-14.1.4', 'It is built by commands, the same each time', 'met', '.ci/run, package-lock.json', [
        'packages',
        'every package has an exact version, a sum, a licence that allows its use, and runs nothing when it is installed',
      ]),
      because(
        '14.2.1',
        'Packages are up to date',
        'operator',
        'npm audit where a registry answers it; it cannot be asked everywhere the tests run',
      ),
      met('14.2.2', 'What is not needed is not there', ['app', 'the web > never answers with the page where a file or a call is missing']),
      met('14.2.3', 'What others serve carries its sum', [
        'pages',
        'an answer > at %s carries a policy without exceptions, and is for no other site',
      ]),
      met('14.2.4, 14.2.5', 'Packages come from one place, and are listed', ['packages', 'a package with %j is found']),
      met('14.2.6', 'What packages of others may do is bounded', [
        'child',
        'a contained extraction > gives the child nothing of our environment',
      ]),
      met('14.3.2, 14.3.3', 'Nothing of development is on, and no version is told', [
        'pages',
        'an answer > at %s carries a policy without exceptions, and is for no other site',
      ]),
      met('14.4.1, 14.4.2', 'Every answer says what it is, and API answers are no pages', [
        'requests',
        'a name with line breaks in it > puts no line into the head of an answer',
      ]),
      met(
        '14.4.3, 14.4.4, 14.4.6, 14.4.7',
        'Headers: policy, no guessing of types, no referrer, no frames',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
        ['pages', 'the pages of identity > %s carries a policy without exceptions, and is for no other site'],
      ),
      met('14.4.5', 'https is promised', ['pages', 'who is reached over https (%s) promises it for a year']),
      met('14.5.1', 'Only the methods that are used', ['pages', 'an answer > lets no other site ask beforehand what it may do at %s']),
      met('14.5.2', 'The origin of a request opens nothing by itself', [
        'pages',
        'an answer > takes no cookie for a sign-in: a call of the API that brings cookies alone is refused',
      ]),
      met('14.5.3', 'No other site may read an answer', ['pages', 'an answer > lets no other site ask beforehand what it may do at %s']),
      met('14.5.4', 'Headers of a proxy are believed of a proxy alone', [
        'provider',
        'the protocol of the embedded provider > sends a request for another host to the issuer, and refuses to be posted to',
      ]),
    ],
  },
]
