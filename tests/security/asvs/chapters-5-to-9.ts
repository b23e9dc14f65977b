import { type Chapter, explained, met } from './lines.ts'

/** Chapters 5 to 9: input and output, cryptography, logging, data protection and communication. */
export const chapters5To9: readonly Chapter[] = [
  {
    title: '5. Input and output',
    lines: [
      met('5.1.1', 'Duplicate parameters have no effect', [
        'requests',
        'a field that is not in the contract > is dropped by %s',
      ]),
      met(
        '5.1.2',
        'Mass assignment is impossible',
        ['requests', 'a field that is not in the contract > grants no rights, plan, owner or id'],
        ['requests', "a body > that reaches for an object's prototype (%s) is refused"],
      ),
      met(
        '5.1.3, 5.1.4',
        'All input is validated against an allow list',
        ['app', 'the server > lists each invalid field with its location'],
        ['documents', 'removes characters that a database cannot store from texts and names'],
      ),
      met(
        '5.1.5',
        'No open redirects',
        ['signInState', 'the state of a sign-in > never redirects to another site: %j'],
        [
          'embeddedProvider',
          'the protocol of the embedded provider > shows an error page instead of redirecting to an unregistered address',
        ],
      ),
      explained(
        '5.2.1, 5.2.5, 5.2.7, 5.2.8',
        'User-supplied markup, templates and SVG',
        'not applicable',
        'Texts are shown as plain text; no user input becomes markup',
      ),
      met(
        '5.2.2, 5.2.3',
        'User input cannot inject headers or markup into e-mails',
        ['support', 'a message to support > cannot add a header to the email'],
        ['mailer', 'the mailer > says the same in plain text and HTML, with all values escaped'],
      ),
      explained(
        '5.2.4',
        'No dynamic code execution',
        'met',
        'The content security policy forbids it in pages, lint rules in the code',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
      ),
      met(
        '5.2.6',
        'No server-side request forgery',
        ['egress', 'a call to a user-supplied address > is not made to %s'],
        [
          'egress',
          'a call to a user-supplied address > is not made if the name resolves to an internal address, however it is written',
        ],
        ['egress', 'a call to a user-supplied address > follows no redirect'],
      ),
      met(
        '5.3.1-5.3.3, 5.3.6',
        'Output is escaped for its context',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
        ['mailer', 'the mailer > says the same in plain text and HTML, with all values escaped'],
      ),
      met('5.3.4, 5.3.5', 'Database queries are parameterised', [
        'access',
        '%s answers 404 to its owner for an unknown id, and for anything that is not an id',
      ]),
      explained(
        '5.3.7, 5.3.8, 5.3.10',
        'LDAP, OS command and XPath injection',
        'not applicable',
        "Not used; PostgreSQL's tools are started without a shell",
      ),
      met(
        '5.3.9',
        'No file inclusion by name',
        ['documents', 'accepts a whole batch, in the order of its files'],
        ['app', 'the web > never answers a program with the page for a missing file or call'],
      ),
      explained(
        '5.4.1, 5.4.2',
        'Memory and format strings',
        'not applicable',
        'The language prevents these faults',
      ),
      met('5.4.3', 'Integers do not overflow', [
        'statements',
        'no statement casts a sum or a count to a 32-bit number',
      ]),
      met(
        '5.5.1, 5.5.3',
        'No unsafe deserialisation',
        ['requests', "a body > that reaches for an object's prototype (%s) is refused"],
        ['humanCheck', 'work for the computer > is not done by %s'],
      ),
      met('5.5.2', 'XML parsers resolve no external entities', [
        'badInput',
        'a file that cannot be read > %s is refused with the reason',
      ]),
      explained('5.5.4', 'JSON is parsed by the standard parser', 'met', 'By Fastify and the browser', [
        'requests',
        'a body > nested a hundred thousand levels deep (%s) is refused, and the server survives',
      ]),
    ],
  },
  {
    title: '6. Cryptography',
    lines: [
      explained(
        '6.1.1-6.1.3',
        'Regulated data is encrypted at rest',
        'partly',
        "Files by FILES_KEY. Texts and names in the database by the operator's disk (SECURITY.md)",
        ['encryptedStorage', 'encrypted storage > leaves nothing readable on disk'],
        [
          'encryptedStorage',
          'encrypted storage > refuses a plain file in place of an encrypted one, however short',
        ],
        [
          'encryptedStorage',
          'encrypted storage > returns files stored before encryption only if the operator allows it',
        ],
      ),
      met('6.2.1, 6.2.3-6.2.6', 'Approved algorithms, unique nonces, secure failure', [
        'encryptedStorage',
        'encrypted storage > refuses a file with a flipped bit, a truncated file, or one swapped for another',
      ]),
      explained('6.2.2', 'Standard cryptographic libraries', 'met', 'node:crypto, jose, argon2'),
      explained(
        '6.3.1, 6.3.2',
        'Random values come from a secure generator',
        'met',
        'randomBytes, randomUUID, randomInt',
        ['humanCheck', 'a sum > that the server did not set is never passed'],
      ),
      met(
        '6.4.1, 6.4.2',
        'Keys come from outside and can be rotated',
        [
          'keys',
          'the signing keys > are rotated by age: the next is published a day before use, the previous one remains while its tokens are valid',
        ],
        [
          'encryptedStorage',
          'encrypted storage > decrypts with an older configured key, and encrypts with the first',
        ],
      ),
    ],
  },
  {
    title: '7. Errors and logging',
    lines: [
      met(
        '7.1.1, 7.1.2',
        'No secrets or personal data in the log',
        ['requests', 'the most verbose log contains no token, key, email address, name or student text'],
        ['log', 'keeps the text of a failed statement, and so student text, out of the log'],
      ),
      explained(
        '7.1.3, 7.1.4, 7.2.1, 7.2.2',
        'Security events are logged, with a time',
        'partly',
        "Administrators' actions and refused launches; sign-in attempts are counted, not logged one by one",
        ['audit', 'records every administrator call that changes something'],
        [
          'launch',
          'a launch is refused with its reason > and only its reason is logged, no token and no name',
        ],
      ),
      met('7.3.1', 'No log injection', ['requests', 'a name with line breaks in it > adds no log line']),
      met('7.3.3', 'The audit log cannot be changed', [
        'audit',
        'cannot be %s, even by direct database access',
      ]),
      explained('7.3.4', 'Synchronised clocks', 'operator', "Times are UTC, from the system's clock"),
      met('7.4.1, 7.4.2', 'Errors reveal no internals and carry an id that is in the log', [
        'app',
        'the server > hides what went wrong, and gives an id that is also in the log',
      ]),
      met('7.4.3', 'A last-resort error handler', [
        'app',
        'the server > hides what went wrong, and gives an id that is also in the log',
      ]),
    ],
  },
  {
    title: '8. Data protection',
    lines: [
      met('8.1.1, 8.2.1', 'Personal data is not cached', ['pages', 'an answer > of the API is never cached']),
      met(
        '8.1.2',
        'Temporary copies are removed',
        [
          'exports',
          'creates an archive of files, texts and reports, for its owner only, at an address that expires',
        ],
        ['deletion', 'an earlier archive contains what was deleted since, and is deleted when it expires'],
      ),
      met('8.1.3', 'Requests carry only necessary parameters', [
        'requests',
        'a field that is not in the contract > is dropped by %s',
      ]),
      met(
        '8.1.4',
        'Excessive requests are throttled',
        ['demo', 'the demo > is limited per network and day, without affecting other networks'],
        ['signIn', 'the registration page > makes a network that registers too often wait'],
        [
          'clientAddress',
          'the caller behind proxies > is what the nearest proxy wrote, never what the client wrote',
        ],
      ),
      explained(
        '8.2.2, 8.2.3',
        'The browser stores little, and clears it at sign-out',
        'partly',
        'Short-lived tokens and a language; signing out removes the tokens',
        [
          'sessionClient',
          'redirecting to the provider > clears the user before signing out at the provider, and starts no sign-in meanwhile',
        ],
      ),
      met('8.3.1', 'Sensitive data is sent in the body, not in the URL', [
        'requests',
        'the most verbose log contains no token, key, email address, name or student text',
      ]),
      met(
        '8.3.2',
        'Users can export and erase their data',
        [
          'erasure',
          'erases every row and file of the account and nothing of others, and resumes after a crash',
        ],
        [
          'deletion',
          'a deleted document stays only in the bin, and once erased leaves no row, file or log line, and after the nightly scrub no byte',
        ],
      ),
      explained(
        '8.3.3, 8.3.4',
        'Users are told what is stored, and sensitive data is identified',
        'met',
        'The privacy page; SECURITY.md',
        ['erasure', "knows for every table of the schema whether it can contain a teacher's data"],
      ),
      explained(
        '8.3.5',
        'Access to sensitive data is logged',
        'partly',
        "Administrators' actions are; teachers reading their own data is not",
        ['audit', 'records every administrator call that changes something'],
      ),
      explained(
        '8.3.6',
        'Sensitive data is overwritten in memory',
        'not met',
        'The language cannot; processes that read files live for one file only',
        ['extractor', 'extraction in a child process > reads each file in its own child'],
      ),
      explained('8.3.7', 'Encrypted data is authenticated', 'met', 'AES-256-GCM', [
        'encryptedStorage',
        'encrypted storage > refuses a file with a flipped bit, a truncated file, or one swapped for another',
      ]),
      met('8.3.8', 'Old data is deleted automatically', [
        'deletion',
        'an expired document leaves no byte once its time is up',
      ]),
    ],
  },
  {
    title: '9. Communication',
    lines: [
      explained(
        '9.1.1-9.1.3',
        'Clients use current TLS only',
        'operator',
        'By a proxy (docs/operations.md); the product then sends HSTS',
        ['pages', 'over https (%s) promises https for a year'],
      ),
      explained(
        '9.2.1-9.2.4',
        'Outgoing connections use verified TLS',
        'met',
        "By Node's defaults; an invalid certificate fails the call",
        ['egress', 'a call to a user-supplied address > is not made to %s'],
      ),
    ],
  },
]
