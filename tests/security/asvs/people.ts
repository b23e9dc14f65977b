import { because, type Chapter, met } from './lines.ts'

/** Chapters 1 to 4: how it is made, who signs in, sessions, and who may do what. */
export const people: readonly Chapter[] = [
  {
    title: '1. Architecture',
    lines: [
      because(
        '1.1.1-1.1.4',
        'Threats are thought through with every change, and the parts and what flows between them are drawn',
        'met',
        'SECURITY.md, ARCHITECTURE.md',
      ),
      because('1.1.5-1.1.7', 'Rules for the code are written down, and are the same everywhere', 'met', 'CONTRIBUTING.md', [
        'imports',
        'the product itself keeps every rule',
      ]),
      because('1.2.1, 1.2.3, 1.2.4, 1.8.1', 'Parts run with accounts that may do little', 'operator', 'SECURITY.md, docs/operations.md'),
      met('1.2.2, 1.4.4, 1.4.5', 'One door decides who may do what, on the server', [
        'access',
        'the rules of access > know every address that the server answers',
      ]),
      met('1.5.1-1.5.4', 'Input is checked by one contract, on the side that is trusted', [
        'requests',
        'a field that the contract does not name > is left out of what %s hands on',
      ]),
      met(
        '1.6.1-1.6.4',
        'Keys are made, changed and kept apart by one part',
        ['keys', 'the signing keys > are all replaced at once where one leaked'],
        ['sealed', 'a sealed storage > opens with an older key that is still named, and seals with the first'],
      ),
      met('1.7.1, 1.7.2', 'One log for all parts, in one form', ['requests', 'a name with line breaks in it > puts no line into the log']),
      met('1.8.2', 'What is sensitive is named, and each kind has its protection', [
        'erasure',
        'knows of every table of the schema whether it can hold something of a teacher',
      ]),
      because(
        '1.9.1, 1.9.2',
        'Parts talk over encrypted lines',
        'operator',
        'Within one process nothing is sent. TLS to PostgreSQL, S3 and mail is set in their addresses (docs/operations.md)',
      ),
      met('1.10.1', 'Changes go through a version control that says who and why', [
        'packages',
        'every package has an exact version, a sum, a licence that allows its use, and runs nothing when it is installed',
      ]),
      met(
        '1.11.1, 1.11.2',
        'Flows of the business hold under parallel calls',
        ['check', 'a sum > is used up by exactly one of ten answers at the same time'],
        ['paid', 'takes the same events ten times over, in order, reversed and shuffled, with one effect'],
      ),
      met('1.12.2', 'Files of users are given out as downloads, not as pages', [
        'exported',
        'makes an archive with files, texts and reports, and gives it to its owner alone by an address that ends',
      ]),
      met(
        '1.14.1-1.14.6',
        'Untrusted work is kept apart; no old browser technique is used',
        ['child', 'a contained extraction > gives the child nothing of our environment'],
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
      ),
    ],
  },
  {
    title: '2. Signing in',
    lines: [
      met(
        '2.1.1-2.1.4, 2.1.9',
        'Passwords may be long, of any signs, are never cut and need no mixture',
        ['passwords', 'the rules for a new password > refuse %j: %s'],
        ['passwords', 'the rules for a new password > accept %j'],
      ),
      met('2.1.5, 2.1.6', 'People change their password, with the old one', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and tells the owner',
      ]),
      met('2.1.7', 'Passwords that many have are refused', ['passwords', 'the rules for a new password > refuse %j: %s']),
      because(
        '2.1.8',
        'A meter helps to choose a good password',
        'not met',
        'The pages of identity have no script; the rule stands beside the field instead',
      ),
      because('2.1.10', 'No forced changes and no history', 'met', 'There is neither'),
      because(
        '2.1.11, 2.1.12',
        'Password programs work, and what is typed can be seen',
        'partly',
        'Pasting works. Without script nothing can be unmasked',
        ['signIn', 'the registration page > is a plain form with labels, and says the password rules before'],
      ),
      met(
        '2.2.1',
        'Guessing is slowed down, and nobody can be locked out by it',
        [
          'signIn',
          'the sign-in page > makes an e-mail wait after too many wrong passwords, also for the right one and for other spellings',
        ],
        ['signIn', 'the sign-in page > keeps nobody out of a browser in which they were signed in before, whoever guesses elsewhere'],
        ['secondStep', 'guessing codes > ends for a day after so many tries, however long the guesser waits between them'],
      ),
      because('2.2.2', 'Weak means (mail, text message) are a second step only', 'met', 'None is used to sign in; a mail only resets'),
      met(
        '2.2.3',
        'People hear of changes to how they sign in',
        ['account', 'changing the e-mail > waits for the button behind a link at the new address, and tells the old one before and after'],
        [
          'brokers',
          'signing in through another provider > leads to the account with the same e-mail, tells its owner, and takes away what an unproved owner set',
        ],
      ),
      because('2.3.1-2.3.3', 'First passwords and means that others hand out', 'not applicable', 'Nobody is given one'),
      met('2.4.1-2.4.5', 'Passwords are kept by a slow function with salt, argon2id', [
        'passwords',
        'a stored password > is an argon2id hash of at least 19 MiB and two passes, different each time',
      ]),
      met(
        '2.5.1, 2.5.6',
        'A way back is a secret that works once and soon ends',
        ['mailed', 'a forgotten password > takes a link once, also of two at the same moment, and no other that was sent before'],
        ['mailed', 'a forgotten password > refuses a link that is half an hour old, made up, or meant for something else'],
        ['mailed', 'a forgotten password > keeps only the hash of a link'],
      ),
      because(
        '2.5.2, 2.5.4',
        'No questions, and no shared or given accounts',
        'met',
        'The operator makes the first account himself (SECURITY.md)',
      ),
      met('2.5.3', 'The way back tells no password', [
        'mailed',
        'a forgotten password > is replaced through the link, which ends every sign-in and proves the address',
      ]),
      met('2.5.5', 'People hear when their password is changed', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and tells the owner',
      ]),
      because(
        '2.5.7',
        'Who lost the second step proves who they are as they did at first',
        'operator',
        'Recovery codes, or an administrator who makes sure that it is they and whom the audit log names (docs/operations.md)',
        ['secondStep', 'an administrator > takes it from who lost their phone, who is told, and from nobody else'],
        ['demanded', 'the second step of a teacher > is seen by administrators, removed by them, and that is written down'],
      ),
      met('2.6.1', 'A recovery code works once', [
        'secondStep',
        'signing in with the second step > takes a recovery code in place of a code, once, however it is typed, and tells the owner',
      ]),
      because(
        '2.6.2, 2.6.3',
        'Recovery codes are of chance, and kept by a slow function with salt',
        'met',
        '49 random bits each, argon2id with 128 random bits of salt for an account',
        ['secondStep', 'setting up the second step > keeps the key sealed and the recovery codes hashed'],
        ['secondStep', 'setting up the second step > shows the recovery codes once, as a file too, and never the key again'],
      ),
      because('2.7.1-2.7.6', 'Codes over a second channel', 'not applicable', 'None is used'),
      met('2.8.1', 'A code of an app ends by itself', [
        'secondStep',
        'signing in with the second step > a phone whose clock is %i steps off is let in: %s',
      ]),
      because(
        '2.8.2',
        'Keys that codes are made of are well kept',
        'partly',
        'Encrypted under FILES_KEY, which comes from outside. Without it the key to them lies in the database too',
        ['seal', 'a sealed secret of the second step > is opened by who has the key, for the account it was sealed for'],
        ['seal', 'a sealed secret of the second step > is refused when a single sign was changed'],
      ),
      because('2.8.3', 'Codes come from known methods', 'met', 'RFC 6238 by a kept library, with 160 random bits', [
        'secondStep',
        'setting up the second step > asks for the password, shows a picture and a key, and is on once a code was right',
      ]),
      met('2.8.4', 'A code of an app works once', [
        'secondStep',
        'signing in with the second step > takes a code once, also of many at the same moment and in another process',
      ]),
      because(
        '2.8.5',
        'Who gives a used code is refused, written down, and the owner told',
        'partly',
        'Refused and counted; the owner is told of guessing, not of a single used code, which two devices of their own give too',
        ['secondStep', 'guessing codes > makes whoever guesses wait, also with the right code, and tells the owner once'],
      ),
      met(
        '2.8.6',
        'A lost phone is worth nothing at once',
        ['secondStep', 'changing the second step > switches it off for the password and %s, and tells the owner'],
        ['secondStep', 'an administrator > takes it from who lost their phone, who is told, and from nobody else'],
      ),
      because('2.8.7', 'Fingers and faces are a second step only', 'not applicable', 'None are used'),
      because('2.9.1-2.9.3', 'Keys in devices', 'not applicable', 'None are used'),
      met(
        '2.10.1-2.10.4',
        'Programs bring keys that can be taken back; none stands in the code',
        ['apiKeys', 'an API key > works no more from the moment it is revoked'],
        ['secrets', 'no file of the tree holds a secret'],
        ['config', 'never repeats a database address, which holds a password'],
      ),
    ],
  },
  {
    title: '3. Sessions',
    lines: [
      met('3.1.1', 'No token stands in an address', [
        'provider',
        'the protocol of the embedded provider > exchanges a code only with its verifier',
      ]),
      met('3.2.1', 'Signing in gives a new session', [
        'provider',
        'the protocol of the embedded provider > signs in again without a form while the session lasts, and lets somebody else take over',
      ]),
      met('3.2.2, 3.2.4', 'Tokens are of much chance', [
        'provider',
        'the protocol of the embedded provider > registers an account and issues tokens that our own check accepts',
      ]),
      because(
        '3.2.3',
        'Tokens lie in the browser where scripts of others cannot take them',
        'partly',
        'Session cookies are HttpOnly. Access tokens of minutes lie in the storage of the page, under a policy that runs no script of others (docs/decisions/0023-embedded-identity-provider.md)',
        ['pages', 'an answer > at %s carries a policy without exceptions, and is for no other site'],
      ),
      met('3.3.1', 'Signing out ends the session, and going back opens nothing', [
        'provider',
        'the protocol of the embedded provider > signs out without a question and kills the refresh token',
      ]),
      because('3.3.2', 'People sign in anew now and then', 'met', 'After 14 days, however much they used the product'),
      met('3.3.3', 'A new password ends the other sessions', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and tells the owner',
      ]),
      met('3.3.4', 'People see where they are signed in, and end it', [
        'account',
        'the devices of an account > are ended one by one, and their refresh tokens with them',
      ]),
      because(
        '3.4.1-3.4.3, 3.4.5',
        'Cookies are for https, for the server and for our own site',
        'met',
        'Set by the identity library: HttpOnly, SameSite=Lax, signed, and Secure where the address is https',
        ['pages', 'the pages of identity > the cookies of a sign-in at %s are for the server alone and for no other site'],
      ),
      because(
        '3.4.4',
        'Cookies of a session carry the prefix that binds them to the host',
        'met',
        'Where PUBLIC_URL is https; browsers refuse that prefix on http://localhost',
        ['pages', 'the pages of identity > the cookies of a sign-in at %s are for the server alone and for no other site'],
      ),
      met('3.5.1', 'People take back what they gave to programs', ['apiKeys', 'an API key > works no more from the moment it is revoked']),
      met('3.5.2', 'Programs bring tokens that end, or keys that can be taken back', [
        'apiKeys',
        'an API key > works no more when its days are over',
      ]),
      met(
        '3.5.3',
        'Tokens without state are signed, and not replayed',
        ['provider', 'the protocol of the embedded provider > refuses the ID token where an access token is asked for'],
        ['provider', 'the protocol of the embedded provider > ends the sign-in when a refresh token comes back after the leeway'],
        ['launch', 'a launch is refused with its reason > sent twice, or with a state that was never given: state'],
      ),
      met(
        '3.7.1',
        'Changes of the account ask for the password again',
        ['account', 'changing the e-mail > asks for the current password and a complete, other address, and keeps what was typed'],
        ['secondStep', 'setting up the second step > asks for the password, shows a picture and a key, and is on once a code was right'],
      ),
    ],
  },
  {
    title: '4. Who may do what',
    lines: [
      met('4.1.1', 'The server decides, whatever the page shows', [
        'access',
        '%s > is let in or refused at %s as the rules say, and never given what is not theirs',
      ]),
      met('4.1.2', 'Nobody sets their own rights', [
        'requests',
        'a field that the contract does not name > gives nobody a right, a plan, an owner or an id of their choice',
      ]),
      met(
        '4.1.3',
        'Everybody has the least that they need',
        ['apiKeys', 'an API key > opens the calls to send, paste, look and read, and no others'],
        ['apiKeys', 'an API key > does not make an administrator of who has it, though its owner is one'],
      ),
      met('4.1.5', 'Where a check fails, nothing opens', [
        'app',
        'every route of the contract > %s answers 401 without a token, and with a wrong one',
      ]),
      met('4.2.1', 'No id of another person opens anything', [
        'isolation',
        'what Ana has is hers alone > %s shows Bo nothing of it and changes nothing of it, whatever ids he sends',
      ]),
      met(
        '4.2.2',
        'No other site can make a person’s browser act',
        ['pages', 'an answer > takes no cookie for a sign-in: a call of the API that brings cookies alone is refused'],
        ['signIn', 'the forms > are not accepted from another site'],
      ),
      because('4.3.1', 'Who administers proves it twice', 'operator', 'SECOND_STEP=administrators demands it; it is off by default', [
        'demanded',
        'an administrator of whom a second step is demanded > is refused at %s %s until it is on, and told why',
      ]),
      met('4.3.2', 'No folder shows its files, and no file of ours is given out', [
        'app',
        'the web > never answers with the page where a file or a call is missing',
      ]),
      met('4.3.3', 'What weighs much asks once more', [
        'erasure',
        'erases nothing without the typed confirmation, and nothing that goes on being paid for',
      ]),
    ],
  },
]
