import { type Chapter, explained, met } from './lines.ts'

/** Chapters 10 to 14: malicious code, business logic, files, API and configuration. */
export const chapters10To14: readonly Chapter[] = [
  {
    title: '10. Malicious code',
    lines: [
      explained(
        '10.2.1, 10.2.2',
        'No unsolicited connections and no device permissions',
        'met',
        'The content security policy names only our own address',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
      ),
      explained('10.3.1', 'Signed updates', 'operator', 'From the repository, by the operator'),
      met(
        '10.3.2',
        'No code from third parties is loaded',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
        [
          'packages',
          'every package has an exact version, a checksum and a permitted licence, and runs no install script',
        ],
      ),
      explained('10.3.3', 'No subdomain takeover', 'operator', 'Host names belong to the operator'),
    ],
  },
  {
    title: '11. Business logic',
    lines: [
      met(
        '11.1.1, 11.1.6',
        'Steps are taken in order, once',
        [
          'subscriptions',
          'applies the same events once, even if they arrive ten times, reversed or shuffled',
        ],
        ['demo', 'the demo > requires a proof that the server issued, and accepts it once'],
      ),
      met(
        '11.1.2-11.1.4',
        'Automated abuse is limited',
        ['demo', 'the demo > is limited per network and day, without affecting other networks'],
        ['humanCheck', 'a sum > is limited per network, with the time to wait'],
        [
          'clientAddress',
          'the caller behind proxies > is what the nearest proxy wrote, never what the client wrote',
        ],
        [
          'attempts',
          'counts the attempts of a whole IPv6 network together, since one user owns all its addresses',
        ],
        [
          'detectorPool',
          'a pool of detector threads > keeps a thread free for short texts however many long ones come first',
        ],
        [
          'webhooks',
          'many deliveries > to unresponsive addresses of one teacher do not block other teachers',
        ],
      ),
      met(
        '11.1.5',
        'Business limits are enforced by the server',
        ['documents', 'accepts at most 50 files at once'],
        [
          'payment',
          'takes test payments on localhost without a key, and elsewhere only if the operator enables them',
        ],
      ),
      explained(
        '11.1.7, 11.1.8',
        'Unusual activity is detected and reported',
        'partly',
        "Metrics for the operator (METRICS_PORT); alerting is the operator's",
      ),
    ],
  },
  {
    title: '12. Files and resources',
    lines: [
      met(
        '12.1.1, 12.1.3',
        'File sizes are limited, and uploads cannot fill the disk',
        ['documents', 'refuses a file larger than 25 MB and stores none of it'],
        ['requests', 'a body > of %d %s is refused, and none of it is kept'],
        ['storage', 'an account whose storage is full > is refused a file before any byte of it is stored'],
        ['storage', 'an installation whose storage is full accepts no uploads, and says whom to contact'],
      ),
      met('12.1.2', 'Archives are measured before unpacking', [
        'extractor',
        'extraction in a child process > refuses a zip bomb',
      ]),
      met('12.2.1', 'File types are recognised by content', [
        'documents',
        'recognises a file by its content, not its name',
      ]),
      met(
        '12.3.1-12.3.5',
        'User-supplied names cannot reach paths',
        ['documents', 'accepts a whole batch, in the order of its files'],
        ['requests', 'a name with line breaks in it > adds no response header'],
      ),
      explained('12.3.6', 'No code from elsewhere is executed', 'met', 'See 10.3.2'),
      met('12.4.1', 'Files are stored outside the web root', [
        'app',
        'the web > never answers a program with the page for a missing file or call',
      ]),
      explained(
        '12.4.2',
        'Files are scanned for malware',
        'not met',
        'Files are read in a contained child process and returned only to their owner',
      ),
      met(
        '12.5.1, 12.5.2',
        'Files are served with their type, as downloads',
        ['app', 'the web > never answers a program with the page for a missing file or call'],
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
      ),
      met('12.6.1', 'Outgoing calls are restricted', [
        'egress',
        'a call to a user-supplied address > is not made if the name resolves to an internal address, however it is written',
      ]),
    ],
  },
  {
    title: '13. API and web services',
    lines: [
      met('13.1.1', 'URLs and bodies are parsed in one way only', [
        'requests',
        'a request that two servers would read in two ways > and %s is refused, and what follows it is not answered',
      ]),
      explained(
        '13.1.3',
        'No secrets in URLs',
        'partly',
        'Except archives: a link that expires within minutes, stored as a hash',
        [
          'exports',
          'creates an archive of files, texts and reports, for its owner only, at an address that expires',
        ],
      ),
      met('13.1.4', 'Access is checked for both the call and the object', [
        'access',
        "%s > is admitted or refused at %s according to the rules, and neither sees nor changes others' data",
      ]),
      met('13.1.5, 13.2.5', 'Unexpected content types are refused', [
        'app',
        'the server > refuses broken JSON, other content types and large bodies in our own words',
      ]),
      met('13.2.1', "Only the contract's methods are accepted", [
        'app',
        'the web > never answers a program with the page for a missing file or call',
      ]),
      met('13.2.2', 'JSON is validated against its schema', [
        'app',
        'the server > lists each invalid field with its location',
      ]),
      met('13.2.3', 'No cross-site calls by cookie', [
        'pages',
        'an answer > does not accept cookies as a sign-in: an API call with only cookies is refused',
      ]),
      met(
        '13.2.6',
        'Messages to others are signed',
        ['webhooks', 'a webhook > also signs with the old secret for a day after it was changed'],
        ['subscriptions', 'rejects an event without a signature, with changed bytes, or that is too old'],
      ),
      explained('13.3.1, 13.3.2, 13.4.1, 13.4.2', 'SOAP and GraphQL', 'not applicable', 'Not used'),
    ],
  },
  {
    title: '14. Configuration',
    lines: [
      explained('14.1.1-14.1.4', 'Builds are scripted and repeatable', 'met', '.ci/run, package-lock.json', [
        'packages',
        'every package has an exact version, a checksum and a permitted licence, and runs no install script',
      ]),
      explained(
        '14.2.1',
        'Dependencies are up to date',
        'operator',
        'npm audit, where a registry can be reached; the tests must also run without one',
      ),
      met('14.2.2', 'Nothing unnecessary is included', [
        'app',
        'the web > never answers a program with the page for a missing file or call',
      ]),
      met('14.2.3', 'External resources carry integrity hashes', [
        'pages',
        'an answer > at %s has a strict policy, and is for no other site',
      ]),
      met('14.2.4, 14.2.5', 'Dependencies come from one registry and are listed', [
        'packages',
        'reports a package with %j',
      ]),
      met('14.2.6', 'Third-party code is sandboxed', [
        'extractor',
        'extraction in a child process > passes no environment variables to the child',
      ]),
      met('14.3.2, 14.3.3', 'No debug mode, and no version disclosed', [
        'pages',
        'an answer > at %s has a strict policy, and is for no other site',
      ]),
      met('14.4.1, 14.4.2', 'Every response has a content type, and API responses are not pages', [
        'requests',
        'a name with line breaks in it > adds no response header',
      ]),
      met(
        '14.4.3, 14.4.4, 14.4.6, 14.4.7',
        'Headers: CSP, nosniff, no referrer, no framing',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
        ['pages', 'the pages of identity > %s has a strict policy, and is for no other site'],
      ),
      met('14.4.5', 'HSTS', ['pages', 'over https (%s) promises https for a year']),
      met('14.5.1', 'Only methods in use are accepted', [
        'pages',
        'an answer > allows no other site a preflight request at %s',
      ]),
      met('14.5.2', 'The Origin header grants nothing by itself', [
        'pages',
        'an answer > does not accept cookies as a sign-in: an API call with only cookies is refused',
      ]),
      met('14.5.3', 'No other site can read responses', [
        'pages',
        'an answer > allows no other site a preflight request at %s',
      ]),
      met('14.5.4', 'Proxy headers are trusted only from proxies', [
        'embeddedProvider',
        'the protocol of the embedded provider > redirects a request for another host to the issuer, and refuses POST',
      ]),
    ],
  },
]
