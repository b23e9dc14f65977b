import { type Chapter, explained, met } from './lines.ts'

/** Chapters 5 to 9: input and output, cryptography, logging, data protection and communication. */
export const data: readonly Chapter[] = [
  {
    title: '5. Input and output',
    lines: [
      met('5.1.1', 'Duplicate parameters have no effect', [
        'requests',
        'a field that the contract does not name > is left out of what %s hands on',
      ]),
      met(
        '5.1.2',
        'Mass assignment is impossible',
        ['requests', 'a field that the contract does not name > gives nobody a right, a plan, an owner or an id of their choice'],
        ['requests', 'a body > that reaches for what every object has (%s) is refused'],
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
        ['state', 'the state of a sign-in > never leads away: %j'],
        ['provider', 'the protocol of the embedded provider > shows a page instead of redirecting to an address that is not registered'],
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
        ['mailer', 'the mailer > says the same in plain text and in HTML, where nothing that is put in becomes markup'],
      ),
      explained('5.2.4', 'No dynamic code execution', 'met', 'The content security policy forbids it in pages, lint rules in the code', [
        'pages',
        'an answer > at %s carries a policy without exceptions, and is for no other site',
      ]),
      met(
        '5.2.6',
        'No server-side request forgery',
        ['egress', 'a call to a user-supplied address > is not made to %s'],
        ['egress', 'a call to a user-supplied address > is not made if the name resolves to an internal address, however it is written'],
        ['egress', 'a call to a user-supplied address > follows no redirect'],
      ),
      met(
        '5.3.1-5.3.3, 5.3.6',
        'Output is escaped for its context',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
        ['mailer', 'the mailer > says the same in plain text and in HTML, where nothing that is put in becomes markup'],
      ),
      met('5.3.4, 5.3.5', 'Database queries are parameterised', [
        'app',
        "every route of the contract > %s answers 404 to Bo for Ana's id, to Ana for an unknown id, and for anything that is not an id",
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
        ['app', 'the web > never answers with the page for a missing file or call'],
      ),
      explained('5.4.1, 5.4.2', 'Memory and format strings', 'not applicable', 'The language prevents these faults'),
      met('5.4.3', 'Integers do not overflow', ['statements', 'no statement casts a sum or a count to a 32-bit number']),
      met(
        '5.5.1, 5.5.3',
        'No unsafe deserialisation',
        ['requests', 'a body > that reaches for what every object has (%s) is refused'],
        ['check', 'work for the computer > is not done by %s'],
      ),
      met('5.5.2', 'XML parsers resolve no external entities', [
        'badInput',
        'a file that cannot be read > %s is refused with a sentence the teacher understands',
      ]),
      explained('5.5.4', 'JSON is parsed by the standard parser', 'met', 'By Fastify and the browser', [
        'requests',
        'a body > that goes a hundred thousand levels deep (%s) is refused, and the server lives',
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
        ['sealed', 'a sealed storage > leaves nothing on the disk that can be read'],
        ['sealed', 'a sealed storage > refuses a readable file in the place of a sealed one, however short'],
        ['sealed', 'a sealed storage > gives back what was stored before it was sealed only where the operator says that there is such'],
      ),
      met('6.2.1, 6.2.3-6.2.6', 'Approved algorithms, unique nonces, secure failure', [
        'sealed',
        'a sealed storage > refuses a file that was changed by a single bit, cut short or put in the place of another',
      ]),
      explained('6.2.2', 'Standard cryptographic libraries', 'met', 'node:crypto, jose, argon2'),
      explained('6.3.1, 6.3.2', 'Random values come from a secure generator', 'met', 'randomBytes, randomUUID, randomInt', [
        'check',
        'a sum > that the server did not set is never passed',
      ]),
      met(
        '6.4.1, 6.4.2',
        'Keys come from outside and can be rotated',
        [
          'keys',
          'the signing keys > are followed by age: the next is published a day before it signs, the last stays for its tokens and is then gone',
        ],
        ['sealed', 'a sealed storage > opens with an older key that is still named, and seals with the first'],
      ),
    ],
  },
  {
    title: '7. Errors and logging',
    lines: [
      met(
        '7.1.1, 7.1.2',
        'No secrets or personal data in the log',
        ['requests', 'a log that says all it can says no token, key, address of a person, name or word of a student'],
        ['log', 'keeps the text of a failed statement, and so student text, out of the log'],
      ),
      explained(
        '7.1.3, 7.1.4, 7.2.1, 7.2.2',
        'Security events are logged, with a time',
        'partly',
        "Administrators' actions and refused launches; sign-in attempts are counted, not logged one by one",
        ['audit', 'records every administrator call that changes something'],
        ['launch', 'a launch is refused with its reason > and only its reason is logged, no token and no name'],
      ),
      met('7.3.1', 'No log injection', ['requests', 'a name with line breaks in it > puts no line into the log']),
      met('7.3.3', 'The audit log cannot be changed', ['audit', 'cannot be %s, even by direct database access']),
      explained('7.3.4', 'Synchronised clocks', 'operator', "Times are UTC, from the system's clock"),
      met('7.4.1, 7.4.2', 'Errors reveal no internals and carry an id that is in the log', [
        'app',
        'the server > hides what went wrong, and gives an id that is also in the log',
      ]),
      met('7.4.3', 'A last-resort error handler', ['app', 'the server > hides what went wrong, and gives an id that is also in the log']),
    ],
  },
  {
    title: '8. Data protection',
    lines: [
      met('8.1.1, 8.2.1', 'Personal data is not cached', ['pages', 'an answer > of the API is kept by no cache']),
      met(
        '8.1.2',
        'Temporary copies are removed',
        ['exported', 'creates an archive of files, texts and reports, for its owner only, at an address that expires'],
        ['deletion', 'an archive that was made before holds what was deleted since, and goes when its days are over'],
      ),
      met('8.1.3', 'Requests carry only necessary parameters', [
        'requests',
        'a field that the contract does not name > is left out of what %s hands on',
      ]),
      met(
        '8.1.4',
        'Excessive requests are throttled',
        ['demo', 'the demo > is limited per network and day, without affecting other networks'],
        ['signIn', 'the registration page > makes an address wait that registers too often'],
        ['clientAddress', 'the caller behind proxies > is what the nearest proxy wrote, never what the client wrote'],
      ),
      explained(
        '8.2.2, 8.2.3',
        'The browser stores little, and clears it at sign-out',
        'partly',
        'Short-lived tokens and a language; signing out removes the tokens',
        ['session', 'leaving for the provider > forgets the person before it signs out at the provider, and starts no sign-in meanwhile'],
      ),
      met('8.3.1', 'Sensitive data is sent in the body, not in the URL', [
        'requests',
        'a log that says all it can says no token, key, address of a person, name or word of a student',
      ]),
      met(
        '8.3.2',
        'Users can export and erase their data',
        ['erasure', 'erases every row and file of the account and nothing of others, and resumes after a crash'],
        ['deletion', 'of a document that is deleted no row, no file and no line is left, and after the night no byte'],
      ),
      explained('8.3.3, 8.3.4', 'Users are told what is stored, and sensitive data is identified', 'met', 'The privacy page; SECURITY.md', [
        'erasure',
        "knows for every table of the schema whether it can contain a teacher's data",
      ]),
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
        ['child', 'a contained extraction > reads one file after another, each in a child of its own'],
      ),
      explained('8.3.7', 'Encrypted data is authenticated', 'met', 'AES-256-GCM', [
        'sealed',
        'a sealed storage > refuses a file that was changed by a single bit, cut short or put in the place of another',
      ]),
      met('8.3.8', 'Old data is deleted automatically', [
        'deletion',
        'of a document whose time is over no byte is left once the clock has gone on',
      ]),
    ],
  },
  {
    title: '9. Communication',
    lines: [
      explained('9.1.1-9.1.3', 'Clients use current TLS only', 'operator', 'By a proxy (docs/operations.md); the product then sends HSTS', [
        'pages',
        'who is reached over https (%s) promises it for a year',
      ]),
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
