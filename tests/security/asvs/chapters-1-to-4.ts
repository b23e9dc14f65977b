import { type Chapter, explained, met } from './lines.ts'

/** Chapters 1 to 4: architecture, authentication, sessions and access control. */
export const chapters1To4: readonly Chapter[] = [
  {
    title: '1. Architecture',
    lines: [
      explained(
        '1.1.1-1.1.4',
        'Threat modelling for every change; components and data flows documented',
        'met',
        'SECURITY.md, ARCHITECTURE.md',
      ),
      explained(
        '1.1.5-1.1.7',
        'Coding rules are documented and enforced everywhere',
        'met',
        'CONTRIBUTING.md',
        ['imports', 'the product follows every rule'],
      ),
      explained(
        '1.2.1, 1.2.3, 1.2.4, 1.8.1',
        'Components run with least-privilege accounts',
        'operator',
        'SECURITY.md, docs/operations.md',
      ),
      met('1.2.2, 1.4.4, 1.4.5', 'One access control mechanism, enforced on the server', [
        'access',
        'the access rules > cover every address that the server answers',
      ]),
      met('1.5.1-1.5.4', 'Input is validated against one contract, on the trusted side', [
        'requests',
        'a field that is not in the contract > is dropped by %s',
      ]),
      met(
        '1.6.1-1.6.4',
        'One component creates, rotates and separates keys',
        ['keys', 'the signing keys > are all replaced at once if one leaked'],
        [
          'encryptedStorage',
          'encrypted storage > decrypts with an older configured key, and encrypts with the first',
        ],
      ),
      met('1.7.1, 1.7.2', 'One log format for all components', [
        'requests',
        'a name with line breaks in it > adds no log line',
      ]),
      met('1.8.2', 'Sensitive data is classified, with protection for each class', [
        'erasure',
        "knows for every table of the schema whether it can contain a teacher's data",
      ]),
      explained(
        '1.9.1, 1.9.2',
        'Components communicate over encrypted connections',
        'operator',
        'A single process communicates with nobody. TLS to PostgreSQL, S3 and mail is set in their addresses (docs/operations.md)',
      ),
      met('1.10.1', 'Version control records who changed what and why', [
        'packages',
        'every package has an exact version, a checksum and a permitted licence, and runs no install script',
      ]),
      met(
        '1.11.1, 1.11.2',
        'Business logic is safe under concurrent requests',
        ['humanCheck', 'a sum > is used up by exactly one of ten answers at the same time'],
        [
          'subscriptions',
          'applies the same events once, even if they arrive ten times, reversed or shuffled',
        ],
      ),
      met('1.12.2', 'User files are served as downloads, not as pages', [
        'exports',
        'creates an archive of files, texts and reports, for its owner only, at an address that expires',
      ]),
      met(
        '1.14.1-1.14.6',
        'Untrusted processing is isolated; no deprecated client technology is used',
        ['extractor', 'extraction in a child process > passes no environment variables to the child'],
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
      ),
    ],
  },
  {
    title: '2. Authentication',
    lines: [
      met(
        '2.1.1-2.1.4, 2.1.9',
        'Passwords may be long and contain any characters, are never truncated, and need no composition rules',
        ['passwords', 'the rules for a new password > refuse %j: %s'],
        ['passwords', 'the rules for a new password > accept %j'],
      ),
      met('2.1.5, 2.1.6', 'Users can change their password, given the current one', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and notifies the owner',
      ]),
      met('2.1.7', 'Common passwords are refused', [
        'passwords',
        'the rules for a new password > refuse %j: %s',
      ]),
      explained(
        '2.1.8',
        'A strength meter helps to choose a password',
        'not met',
        'The identity pages have no script; the rule is shown beside the field instead',
      ),
      explained('2.1.10', 'No forced password changes and no password history', 'met', 'Neither exists'),
      explained(
        '2.1.11, 2.1.12',
        'Password managers work, and a typed password can be unmasked',
        'partly',
        'Pasting works. Unmasking would need script',
        [
          'signIn',
          'the registration page > is a plain form with labels, and states the password rules up front',
        ],
      ),
      met(
        '2.2.1',
        'Guessing is throttled without locking out the owner',
        [
          'signIn',
          'the sign-in page > blocks an email for a while after too many wrong passwords, even with the right one or another spelling',
        ],
        [
          'signIn',
          'the sign-in page > never blocks a browser in which the user signed in before, despite guesses elsewhere',
        ],
        ['twoFactor', 'guessing codes > is blocked for a day after too many attempts, however slow'],
      ),
      explained(
        '2.2.2',
        'Weak authenticators (e-mail, SMS) are used only as a second factor',
        'met',
        'None is used to sign in; e-mail only resets a password',
      ),
      met(
        '2.2.3',
        'Users are notified of changes to how they sign in',
        [
          'account',
          'changing the e-mail > waits for a confirmation from the new address, and notifies the old one before and after',
        ],
        [
          'brokers',
          'signing in through another provider > links the account with the same email, notifies its owner, and removes what an unconfirmed owner set',
        ],
      ),
      explained(
        '2.3.1-2.3.3',
        'Initial passwords and authenticators issued by others',
        'not applicable',
        'None are issued',
      ),
      met('2.4.1-2.4.5', 'Passwords are stored with a slow salted hash, argon2id', [
        'passwords',
        'a stored password > is an argon2id hash of at least 19 MiB and two passes, different each time',
      ]),
      met(
        '2.5.1, 2.5.6',
        'Recovery secrets work once and expire soon',
        [
          'mailPages',
          'a forgotten password > accepts a link once, even with two simultaneous attempts, and no earlier link',
        ],
        [
          'mailPages',
          'a forgotten password > refuses a link that is half an hour old, made up, or for another purpose',
        ],
        ['mailPages', 'a forgotten password > stores only the hash of a link'],
      ),
      explained(
        '2.5.2, 2.5.4',
        'No security questions, and no shared or default accounts',
        'met',
        'The first administrator needs the setup code from the server’s console, or is alone on the machine (SECURITY.md)',
      ),
      met('2.5.3', 'Recovery never reveals a password', [
        'mailPages',
        'a forgotten password > is replaced through the link, which ends every sign-in and confirms the address',
      ]),
      met('2.5.5', 'Users are notified when their password changes', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and notifies the owner',
      ]),
      explained(
        '2.5.7',
        'Replacing a lost second factor needs the same proof of identity as enrolment',
        'operator',
        'Recovery codes, or an administrator who verifies their identity and is recorded in the audit log (docs/operations.md)',
        [
          'twoFactor',
          'an administrator > turns it off only for a user who lost their phone, who is notified',
        ],
        [
          'requiredTwoFactor',
          'two-factor authentication of a teacher > is shown to administrators, who can remove it, which is audited',
        ],
      ),
      met('2.6.1', 'A recovery code works once', [
        'twoFactor',
        'signing in with two-factor authentication > accepts a recovery code once instead, however it is typed, and notifies the owner',
      ]),
      explained(
        '2.6.2, 2.6.3',
        'Recovery codes are random and stored with a slow salted hash',
        'met',
        '49 random bits each; argon2id with 128 random bits of salt per account',
        [
          'twoFactor',
          'setting up two-factor authentication > stores the key encrypted and the recovery codes hashed',
        ],
        [
          'twoFactor',
          'setting up two-factor authentication > shows the recovery codes once, also as a file, and never the key again',
        ],
      ),
      explained('2.7.1-2.7.6', 'Out-of-band codes', 'not applicable', 'None are used'),
      met('2.8.1', 'One-time codes expire', [
        'twoFactor',
        'signing in with two-factor authentication > accepts a phone whose clock is %i steps off: %s',
      ]),
      explained(
        '2.8.2',
        'Secrets behind one-time codes are well protected',
        'partly',
        'Encrypted under FILES_KEY, which comes from outside. Without it their key is in the same database',
        [
          'twoFactorCodes',
          'an encrypted two-factor secret > is decrypted with the key, only for its account',
        ],
        ['twoFactorCodes', 'an encrypted two-factor secret > is refused if a single character was changed'],
      ),
      explained(
        '2.8.3',
        'One-time codes use approved algorithms',
        'met',
        'RFC 6238 by a maintained library, with 160 random bits',
        [
          'twoFactor',
          'setting up two-factor authentication > asks for the password, shows a QR code and a key, and is on after a correct code',
        ],
      ),
      met('2.8.4', 'A one-time code works once', [
        'twoFactor',
        'signing in with two-factor authentication > accepts a code once, even with simultaneous attempts and in another process',
      ]),
      explained(
        '2.8.5',
        'A reused code is refused and logged, and the owner notified',
        'partly',
        'Refused and counted; the owner is notified of guessing, not of a single reused code, which their own second device may cause',
        [
          'twoFactor',
          'guessing codes > imposes a delay, even for the right code, and notifies the owner once',
        ],
      ),
      met(
        '2.8.6',
        'A lost device can be revoked immediately',
        [
          'twoFactor',
          'changing two-factor authentication > turns it off for the password and %s, and notifies the owner',
        ],
        [
          'twoFactor',
          'an administrator > turns it off only for a user who lost their phone, who is notified',
        ],
      ),
      explained('2.8.7', 'Biometrics are used only as a second factor', 'not applicable', 'None are used'),
      explained('2.9.1-2.9.3', 'Cryptographic devices', 'not applicable', 'None are used'),
      met(
        '2.10.1-2.10.4',
        'Service credentials can be revoked, and none is in the code',
        ['apiKeys', 'an API key > stops working the moment it is revoked'],
        ['secrets', 'no file contains a secret'],
        ['config', 'never prints a database address, which contains a password'],
      ),
    ],
  },
  {
    title: '3. Session management',
    lines: [
      met('3.1.1', 'No token in a URL', [
        'embeddedProvider',
        'the protocol of the embedded provider > exchanges a code only with its PKCE verifier',
      ]),
      met('3.2.1', 'Signing in creates a new session', [
        'embeddedProvider',
        'the protocol of the embedded provider > signs in again without a form during a session, and allows another user to sign in',
      ]),
      met('3.2.2, 3.2.4', 'Tokens have enough entropy', [
        'embeddedProvider',
        'the protocol of the embedded provider > registers an account and issues tokens that our own check accepts',
      ]),
      explained(
        '3.2.3',
        'Tokens in the browser are protected from third-party scripts',
        'partly',
        'Session cookies are HttpOnly. Short-lived access tokens are in local storage, under a policy that runs no foreign script (docs/decisions/0023-embedded-identity-provider.md)',
        ['pages', 'an answer > at %s has a strict policy, and is for no other site'],
      ),
      met('3.3.1', 'Signing out ends the session, and the back button does not resume it', [
        'embeddedProvider',
        'the protocol of the embedded provider > signs out without a prompt and revokes the refresh token',
      ]),
      explained(
        '3.3.2',
        'Users have to sign in again periodically',
        'met',
        'After 14 days, regardless of activity',
      ),
      met('3.3.3', 'A new password ends all other sessions', [
        'account',
        'changing the password > asks for the current one, ends all other sign-ins and notifies the owner',
      ]),
      met('3.3.4', 'Users can see and end their sessions', [
        'account',
        'the devices of an account > can be signed out one by one, with their refresh tokens',
      ]),
      explained(
        '3.4.1-3.4.3, 3.4.5',
        'Cookies are Secure, HttpOnly and SameSite',
        'met',
        'Set by the identity library: HttpOnly, SameSite=Lax, signed, and Secure over https',
        ['pages', 'the pages of identity > the sign-in cookies at %s are HttpOnly and for no other site'],
      ),
      explained(
        '3.4.4',
        'Session cookies carry the __Host- prefix',
        'met',
        'Where PUBLIC_URL is https; browsers refuse the prefix on http://localhost',
        ['pages', 'the pages of identity > the sign-in cookies at %s are HttpOnly and for no other site'],
      ),
      met('3.5.1', 'Users can revoke tokens given to programs', [
        'apiKeys',
        'an API key > stops working the moment it is revoked',
      ]),
      met('3.5.2', 'Programs use tokens that expire, or keys that can be revoked', [
        'apiKeys',
        'an API key > stops working when it expires',
      ]),
      met(
        '3.5.3',
        'Stateless tokens are signed and protected against replay',
        [
          'embeddedProvider',
          'the protocol of the embedded provider > refuses the ID token where an access token is asked for',
        ],
        [
          'embeddedProvider',
          'the protocol of the embedded provider > ends the sign-in if a refresh token is reused after the leeway',
        ],
        [
          'launch',
          'a launch is refused with its reason > sent twice, or with a state that was never given: state',
        ],
      ),
      met(
        '3.7.1',
        'Account changes ask for the password again',
        [
          'account',
          'changing the e-mail > asks for the current password and a complete, other address, and keeps what was typed',
        ],
        [
          'twoFactor',
          'setting up two-factor authentication > asks for the password, shows a QR code and a key, and is on after a correct code',
        ],
      ),
    ],
  },
  {
    title: '4. Access control',
    lines: [
      met('4.1.1', 'Access control is enforced on the server', [
        'access',
        "%s > is admitted or refused at %s according to the rules, and neither sees nor changes others' data",
      ]),
      met(
        '4.1.2',
        'Users cannot change their own privileges',
        ['requests', 'a field that is not in the contract > grants no rights, plan, owner or id'],
        ['teachers', 'does not make an administrator of someone who only typed a listed address'],
        [
          'teachers',
          'makes administrators of listed addresses that are confirmed, and by the role in the token',
        ],
      ),
      met(
        '4.1.3',
        'Least privilege',
        ['apiKeys', 'an API key > opens the calls to upload, paste, poll and read, and no others'],
        [
          'apiKeys',
          'an API key > does not grant administrator rights, even if its owner is an administrator',
        ],
      ),
      met('4.1.5', 'Access control fails securely', [
        'access',
        "%s > is admitted or refused at %s according to the rules, and neither sees nor changes others' data",
      ]),
      met('4.2.1', "No access through somebody else's id", [
        'access',
        "%s > is admitted or refused at %s according to the rules, and neither sees nor changes others' data",
      ]),
      met(
        '4.2.2',
        'Protection against cross-site request forgery',
        [
          'pages',
          'an answer > does not accept cookies as a sign-in: an API call with only cookies is refused',
        ],
        ['signIn', 'the forms > are not accepted from another site'],
      ),
      explained(
        '4.3.1',
        'Administrators use two-factor authentication',
        'operator',
        'SECOND_STEP=administrators requires it; it is off by default',
        [
          'requiredTwoFactor',
          'an administrator who must use two-factor authentication > is refused at %s %s until it is on, and is told why',
        ],
      ),
      met('4.3.2', 'No directory listings, and no internal files served', [
        'app',
        'the web > never answers a program with the page for a missing file or call',
      ]),
      met('4.3.3', 'Sensitive operations ask for confirmation', [
        'erasure',
        'erases nothing without the typed confirmation, or during a paid subscription',
      ]),
    ],
  },
]
