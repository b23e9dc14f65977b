import { because, type Chapter, met } from './lines.ts'

/** Chapters 5 to 9: what comes in, what is secret, what is logged, what is kept, and what is sent. */
export const data: readonly Chapter[] = [
  {
    title: '5. Input and output',
    lines: [
      met('5.1.1', 'A field that is named twice, or twice over, changes nothing', [
        'requests',
        'a field that the contract does not name > is left out of what %s hands on',
      ]),
      met(
        '5.1.2',
        'Fields that nobody asked for are not taken',
        ['requests', 'a field that the contract does not name > gives nobody a right, a plan, an owner or an id of their choice'],
        ['requests', 'a body > that reaches for what every object has (%s) is refused'],
      ),
      met(
        '5.1.3, 5.1.4',
        'All input is held against what is allowed',
        ['app', 'the server > lists each invalid field with its place'],
        ['documents', 'keeps what a database cannot hold out of texts and names'],
      ),
      met(
        '5.1.5',
        'Nobody is sent on to an address of others',
        ['state', 'the state of a sign-in > never leads away: %j'],
        ['provider', 'the protocol of the embedded provider > shows a page instead of redirecting to an address that is not registered'],
      ),
      because(
        '5.2.1, 5.2.5, 5.2.7, 5.2.8',
        'Markup, templates and drawings of users',
        'not applicable',
        'Texts are shown as text; nothing of users becomes markup',
      ),
      met(
        '5.2.2, 5.2.3',
        'What goes into a mail adds no line and no markup',
        ['support', 'a message to support > cannot add a line to the head of the mail'],
        ['post', 'the post > says the same in plain text and in HTML, where nothing that is put in becomes markup'],
      ),
      because('5.2.4', 'No text is run as a program', 'met', 'The policy of every page forbids it; the lints forbid it in the code', [
        'pages',
        'an answer > at %s carries a policy without exceptions, and is for no other site',
      ]),
      met(
        '5.2.6',
        'No address of a user makes the server call inside',
        ['egress', 'a call to an address that a person named > is not made to %s'],
        ['egress', 'a call to an address that a person named > is not made where the name leads inside, whatever it looks like'],
        ['egress', 'a call to an address that a person named > follows no redirect'],
      ),
      met(
        '5.3.1-5.3.3, 5.3.6',
        'What is shown is escaped for where it is shown',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
        ['post', 'the post > says the same in plain text and in HTML, where nothing that is put in becomes markup'],
      ),
      met('5.3.4, 5.3.5', 'What goes to the database goes as a value', [
        'app',
        "every route of the contract > %s answers 404 to Bo for Ana's id, to Ana for an unknown id, and for what is no id",
      ]),
      because(
        '5.3.7, 5.3.8, 5.3.10',
        'Directories, commands of the system, XPath',
        'not applicable',
        'None is spoken; the tools of PostgreSQL are started without a shell',
      ),
      met(
        '5.3.9',
        'No name leads to a file',
        ['documents', 'takes a batch whole, in the order of its files'],
        ['app', 'the web > never answers with the page where a file or a call is missing'],
      ),
      because('5.4.1-5.4.3', 'Memory, formats and whole numbers', 'not applicable', 'The language keeps them'),
      met(
        '5.5.1, 5.5.3',
        'No object is made of a stranger’s bytes',
        ['requests', 'a body > that reaches for what every object has (%s) is refused'],
        ['check', 'work for the computer > is not done by %s'],
      ),
      met('5.5.2', 'XML reads nothing from elsewhere', [
        'badInput',
        'a file that cannot be read > %s is refused with a sentence the teacher understands',
      ]),
      because('5.5.4', 'JSON is read by the reader of the language', 'met', 'As Fastify and the browser do', [
        'requests',
        'a body > that goes a hundred thousand levels deep (%s) is refused, and the server lives',
      ]),
    ],
  },
  {
    title: '6. Secrets',
    lines: [
      because(
        '6.1.1-6.1.3',
        'What law protects is encrypted where it is kept',
        'partly',
        'Files: by FILES_KEY. Texts and names in the database: by the disk of the operator (SECURITY.md)',
        ['sealed', 'a sealed storage > leaves nothing on the disk that can be read'],
      ),
      met('6.2.1, 6.2.3-6.2.6', 'Known methods, no random start twice, and none fails open', [
        'sealed',
        'a sealed storage > refuses a file that was changed by a single bit, cut short or put in the place of another',
      ]),
      because('6.2.2', 'Methods of the system and of known libraries', 'met', 'node:crypto, jose, argon2'),
      because('6.3.1, 6.3.2', 'Chance comes from the system', 'met', 'randomBytes, randomUUID, randomInt', [
        'check',
        'a sum > that nobody here set is never passed',
      ]),
      met(
        '6.4.1, 6.4.2',
        'Keys come from outside and can be changed',
        [
          'keys',
          'the signing keys > are followed by age: the next is published a day before it signs, the last stays for its tokens and is then gone',
        ],
        ['sealed', 'a sealed storage > opens with an older key that is still named, and seals with the first'],
      ),
    ],
  },
  {
    title: '7. Errors and the log',
    lines: [
      met(
        '7.1.1, 7.1.2',
        'No secret and no word of a person reaches the log',
        ['requests', 'a log that says all it can says no token, key, address of a person, name or word of a student'],
        ['log', 'keeps what a failed statement said, and so student text, out of the log'],
      ),
      because(
        '7.1.3, 7.1.4, 7.2.1, 7.2.2',
        'What matters for safety is written down, with the time',
        'partly',
        'Deeds of administrators and refused launches; tries to sign in are counted, and not each is written down',
        ['audit', 'knows of every call of administrators that changes something'],
        ['launch', 'a launch is refused with its reason > and its reason alone reaches the log, no token and no name'],
      ),
      met('7.3.1', 'Nothing that was sent adds a line to the log', [
        'requests',
        'a name with line breaks in it > puts no line into the log',
      ]),
      met('7.3.3', 'The record of deeds cannot be changed', ['audit', 'cannot be %s, whoever asks the database']),
      because('7.3.4', 'One clock', 'operator', 'Times are UTC; the clock is the system’s'),
      met('7.4.1, 7.4.2', 'An error says nothing of the inside, and has an id that the log has', [
        'app',
        'the server > hides what broke, and gives an id that the log has too',
      ]),
      met('7.4.3', 'A last catch for what nobody foresaw', ['app', 'the server > hides what broke, and gives an id that the log has too']),
    ],
  },
  {
    title: '8. What is kept',
    lines: [
      met('8.1.1, 8.2.1', 'No cache keeps what is a person’s', ['pages', 'an answer > of the API is kept by no cache']),
      met(
        '8.1.2',
        'Copies for a while go again',
        ['exported', 'makes an archive with files, texts and reports, and gives it to its owner alone by an address that ends'],
        ['deletion', 'an archive that was made before holds what was deleted since, and goes when its days are over'],
      ),
      met('8.1.3', 'Calls carry no more than they need', [
        'requests',
        'a field that the contract does not name > is left out of what %s hands on',
      ]),
      met(
        '8.1.4',
        'Who asks too often is told to wait',
        ['demo', 'the demo > is given to one place so often a day and no oftener, and other places are spared'],
        ['signIn', 'the registration page > makes an address wait that registers too often'],
      ),
      because(
        '8.2.2, 8.2.3',
        'The browser keeps little, and forgets it at the end',
        'partly',
        'Tokens of minutes and a language; signing out removes the tokens',
        ['session', 'leaving for the provider > forgets the person before it signs out at the provider, and starts no sign-in meanwhile'],
      ),
      met('8.3.1', 'What is a person’s travels in the body, not in the address', [
        'requests',
        'a log that says all it can says no token, key, address of a person, name or word of a student',
      ]),
      met(
        '8.3.2',
        'People take their data along, and erase it',
        [
          'erasure',
          'leaves no row and no file of who erases their account, touches nothing of others, and goes on after dying in the middle',
        ],
        ['deletion', 'of a document that is deleted no row, no file and no line is left, and after the night no byte'],
      ),
      because(
        '8.3.3, 8.3.4',
        'People are told what is kept, and what is sensitive is known',
        'met',
        'The pages on privacy and security; SECURITY.md',
        ['erasure', 'knows of every table of the schema whether it can hold something of a teacher'],
      ),
      because(
        '8.3.5',
        'Looking at sensitive data is written down',
        'partly',
        'What administrators change is; what a teacher reads of their own is not',
        ['audit', 'knows of every call of administrators that changes something'],
      ),
      because(
        '8.3.6',
        'Sensitive data is wiped from memory',
        'not met',
        'The language cannot; processes that read files live for one file',
        ['child', 'a contained extraction > reads one file after another, each in a child of its own'],
      ),
      because('8.3.7', 'Encrypted data is protected against change too', 'met', 'AES-256-GCM', [
        'sealed',
        'a sealed storage > refuses a file that was changed by a single bit, cut short or put in the place of another',
      ]),
      met('8.3.8', 'What is old goes by itself', [
        'deletion',
        'of a document whose time is over no byte is left once the clock has gone on',
      ]),
    ],
  },
  {
    title: '9. Lines',
    lines: [
      because(
        '9.1.1-9.1.3',
        'Browsers come over TLS of today alone',
        'operator',
        'A proxy in front (docs/operations.md); the product then promises https',
        ['pages', 'who is reached over https (%s) promises it for a year'],
      ),
      because(
        '9.2.1-9.2.4',
        'The server calls others over TLS that it checks',
        'met',
        'As Node does; certificates that fail end the call',
        ['egress', 'a call to an address that a person named > is not made to %s'],
      ),
    ],
  },
]
