import { type BibliographicService, bibliographicServices, brand, oidc } from '@penmark/contract'
import { z } from 'zod'
import { isNetwork, type ProxyTrust } from '../../lib/client-address.ts'

/** One or more settings are wrong. The message lists every one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(faults: string[]) {
    super(
      `${brand.name} cannot start. Correct these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
  }
}

const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')
/** Null trusts nobody. */
const TrustedProxies = z.string().transform((value, context): ProxyTrust | null => {
  if (value === 'false' || value === '0') return null
  if (value === 'true') return { hops: 1 }
  if (/^\d{1,2}$/.test(value)) return { hops: Number(value) }
  const networks = value.split(',').map((each) => each.trim())
  if (networks.every(isNetwork)) return { networks }
  context.issues.push({
    code: 'custom',
    input: value,
    message:
      'must be true, false, a number of proxies, or addresses and networks with commas between, as 10.0.0.0/8',
  })
  return z.NEVER
})
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
/** Everything is served from the root: pages, cookies, sign-in and links have no path before their own. */
const RootAddress = WebAddress.refine((value) => new URL(value).pathname === '/', {
  error: `must be an address without a path: ${brand.name} needs a host name of its own, such as https://penmark.school.example`,
})

const SmtpAddress = z
  .string()
  .regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://')
  .refine(
    isServerAddress,
    'must be an address such as smtp://user:password@host:587. In the user and the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25',
  )

/** Whether it is read as it was meant: a # or / in a password would end the address before the host. */
function isServerAddress(value: string): boolean {
  const address = value.slice(value.indexOf('//') + 2)
  const [authority = ''] = address.split(/[/?#]/, 1)
  const rest = address.slice(authority.length)
  if (rest.includes('@') || rest.includes('#') || !URL.canParse(value)) return false
  try {
    decodeURIComponent(authority)
  } catch {
    return false
  }
  return authority !== ''
}

/** Ends with a slash. */
const BucketPrefix = z
  .string()
  .regex(
    /^(?!\.{0,2}\/)[\w.-]+(\/[\w.-]+)*\/?$/,
    'must be made of letters, digits, and the characters . _ - /',
  )
  .transform((value) => (value.endsWith('/') ? value : `${value}/`))
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be between ${from} and ${to}`)

const megabytes = wholeNumber(1, 1_000_000_000)

/** Services in the order in which they are asked; `off` for none. */
const ServiceList = z.string().transform((value, context): BibliographicService[] => {
  if (value === 'off') return []
  const given = value.split(',').map((each) => each.trim().toLowerCase())
  const known = given.flatMap((each) => bibliographicServices.find((service) => service === each) ?? [])
  if (known.length === given.length && new Set(known).size === known.length) return known
  context.issues.push({
    code: 'custom',
    input: value,
    message: `must be off, or one or more of ${bibliographicServices.join(', ')} with commas between`,
  })
  return z.NEVER
})

const Share = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .refine((value) => value <= 1, 'must be a number from 0 to 1')
/** As OpenTelemetry defines them: percent-encoded `name=value` pairs, separated by commas. */
const HeaderList = z
  .string()
  .regex(
    /^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/,
    'must be name=value, or several of them separated by commas',
  )
  .transform((value) => Object.fromEntries(value.split(',').map((pair) => pairOf(pair))))

function pairOf(pair: string): [string, string] {
  const index = pair.indexOf('=')
  return [pair.slice(0, index).trim(), pair.slice(index + 1).trim()]
}

/** Separated by commas, or by semicolons where a value holds a comma, as names in a directory do. */
const ValueList = z
  .string()
  .transform((value) =>
    value
      .split(value.includes(';') ? ';' : ',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => each !== ''),
  )
  .refine((values) => values.length > 0, 'must name at least one value')

const keyBytes = 32
/** Ends the list of keys when unencrypted files from before the first key may still be read. */
const unencrypted = 'unencrypted'
const FileKeys = z
  .string()
  .transform((value) => {
    const given = value.split(',').map((each) => each.trim())
    const acceptsUnsealed = given.at(-1) === unencrypted
    return {
      keys: given.slice(0, acceptsUnsealed ? -1 : undefined).map((key) => Buffer.from(key, 'base64')),
      acceptsUnsealed,
    }
  })
  .refine(
    ({ keys }) => keys.length > 0 && keys.every(({ length }) => length === keyBytes),
    'must be 32 bytes in base64, or several of them separated by commas',
  )

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

interface Definition<T extends z.ZodType> {
  schema: T
  /** Default value, as the operator would write it; null when there is none. */
  fallback: string | null
  /** Shown in docs/settings.md when the default is computed at start. */
  shown?: string
  meaning: string
  /** Contains a password: never repeated in an error message. */
  isSecret?: true
}

const define = <T extends z.ZodType>(definition: Definition<T>) => definition

/** Every setting, in the order of docs/settings.md. Nothing else in the server reads the environment. */
const definitions = {
  PORT: define({
    schema: wholeNumber(1, 65_535),
    fallback: '3000',
    meaning: 'Port of the web, the API and the embedded sign-in',
  }),
  HOST: define({
    schema: z.string(),
    fallback: 'localhost',
    meaning: 'Address to listen on; `0.0.0.0` opens it to the network',
  }),
  DATA_DIR: define({
    schema: z.string(),
    fallback: './data',
    meaning: 'Folder for the embedded database, uploaded files and keys',
  }),
  PUBLIC_URL: define({
    schema: RootAddress,
    fallback: null,
    shown: 'http://localhost:PORT',
    meaning: 'Address at which browsers reach the product; sign-in needs https except on localhost',
  }),
  TRUST_PROXY: define({
    schema: TrustedProxies,
    fallback: 'false',
    meaning:
      'Reverse proxies whose X-Forwarded-* headers are trusted: `true` or `1` for one, `2` for two in a row, or their addresses and networks, such as `10.0.0.0/8, 192.0.2.80`',
  }),
  DATABASE_URL: define({
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
    fallback: null,
    shown: 'embedded',
    isSecret: true,
    meaning: 'PostgreSQL 15 or newer instead of the embedded database',
  }),
  BACKUP_BEFORE_UPDATE: define({
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    meaning:
      '`off` makes no backup before a new version changes the database, for operators who make one themselves',
  }),
  BACKUP_DIR: define({
    schema: z.string(),
    fallback: null,
    shown: 'DATA_DIR/backups',
    meaning: 'Folder for backups, best on another disk; API and workers must all reach it',
  }),
  REHEARSE_RESTORE: define({
    schema: z.enum(['weekly', 'off']),
    fallback: 'weekly',
    meaning:
      '`off` no longer restores the newest backup beside the running installation once a week, to see whether it is whole; that takes as much space as the backup for a while',
  }),
  S3_BUCKET: define({
    schema: z.string(),
    fallback: null,
    shown: 'DATA_DIR',
    meaning: 'Bucket for uploaded files instead of the data folder, on Amazon S3 or a compatible service',
  }),
  S3_PREFIX: define({
    schema: BucketPrefix,
    fallback: null,
    meaning:
      'Begins the name of every object in the bucket, such as `school-a/`, so that several installations can share it',
  }),
  S3_ENDPOINT: define({
    schema: WebAddress,
    fallback: null,
    shown: 'Amazon S3',
    meaning: 'Address of the S3-compatible service',
  }),
  S3_PATH_STYLE: define({
    schema: Flag,
    fallback: null,
    shown: '`true` with S3_ENDPOINT',
    meaning:
      '`false` puts the name of the bucket before the host of S3_ENDPOINT instead of into the path, as Alibaba and Tencent require',
  }),
  S3_REGION: define({
    schema: z.string(),
    fallback: null,
    shown: 'us-east-1',
    meaning: 'Region of the bucket',
  }),
  S3_ACCESS_KEY_ID: define({
    schema: z.string(),
    fallback: null,
    meaning: 'Access key with permission to read, write, delete and list in the bucket',
  }),
  S3_SECRET_ACCESS_KEY: define({
    schema: z.string(),
    fallback: null,
    isSecret: true,
    meaning: 'Secret of that access key',
  }),
  FILES_KEY: define({
    schema: FileKeys,
    fallback: null,
    isSecret: true,
    meaning:
      'Encrypts uploaded files: 32 random bytes in base64 (`openssl rand -base64 32`). To rotate it, put the new key before the old, separated by a comma. `unencrypted` at the end still reads files stored before there was a key',
  }),
  STORAGE_FREE_MB: define({
    schema: megabytes,
    fallback: '1000',
    meaning: 'Megabytes for the files and pasted texts of one account on the Free plan',
  }),
  STORAGE_PRO_MB: define({ schema: megabytes, fallback: '20000', meaning: 'The same on the Pro plan' }),
  STORAGE_SCHOOLS_MB: define({
    schema: megabytes,
    fallback: '100000',
    meaning: 'The same on the Schools plan',
  }),
  STORAGE_TOTAL_MB: define({
    schema: megabytes,
    fallback: '100000',
    meaning: 'Megabytes for the files and pasted texts of all accounts together; further uploads are refused',
  }),
  MIN_FREE_DISK_MB: define({
    schema: wholeNumber(0, 1_000_000),
    fallback: '500',
    meaning:
      'Megabytes that stay free on the disk of `DATA_DIR`: with less, uploads and exports are refused, and everything else goes on. `0` never refuses. Without effect where database and files are elsewhere',
  }),
  DETECTOR_MODEL: define({
    schema: z.string(),
    fallback: null,
    shown: '`standard`; `open` with STRIPE_SECRET_KEY',
    meaning:
      'A released model, `standard` (for evaluation and non-commercial use) or `open` (for any use), or the path of a model file',
  }),
  WORKER_JOBS: define({
    schema: wholeNumber(1, 64),
    fallback: '2',
    meaning: 'Files that one worker reads at a time, plus one for a second teacher',
  }),
  SMTP_URL: define({
    schema: SmtpAddress,
    fallback: null,
    shown: 'outbox in DATA_DIR',
    isSecret: true,
    meaning:
      'Mail server, such as `smtp://user:password@host:587`; without it mails go into a folder that administrators can read',
  }),
  MAIL_FROM: define({
    schema: z
      .string()
      .regex(
        /^([^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address, or a name and an <address>',
      ),
    fallback: null,
    shown: 'no-reply at the host of PUBLIC_URL',
    meaning: `Sender of e-mails, for example \`${brand.name} <post@school.example>\``,
  }),
  MICROSOFT_TENANT: define({
    schema: z.guid('must be the id of a tenant'),
    fallback: null,
    meaning: 'Offers sign-in with Microsoft Entra: id of the school’s tenant',
  }),
  MICROSOFT_CLIENT_ID: define({
    schema: z.string(),
    fallback: null,
    meaning: 'Application (client) id at Microsoft',
  }),
  MICROSOFT_CLIENT_SECRET: define({
    schema: z.string(),
    fallback: null,
    isSecret: true,
    meaning: 'Client secret at Microsoft',
  }),
  GOOGLE_CLIENT_ID: define({
    schema: z.string(),
    fallback: null,
    meaning: 'Offers sign-in with Google: client id',
  }),
  GOOGLE_CLIENT_SECRET: define({
    schema: z.string(),
    fallback: null,
    isSecret: true,
    meaning: 'Client secret at Google',
  }),
  ALLOW_PRIVATE_TARGETS: define({
    schema: Flag,
    fallback: 'false',
    meaning:
      '`true` allows webhooks and learning platforms in a private network and without https; for tests and closed networks',
  }),
  ADMIN_EMAILS: define({
    schema: z.string().transform((value) =>
      value
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter((email) => email !== ''),
    ),
    fallback: '',
    meaning:
      'E-mail addresses of administrators, separated by commas. An address counts once its owner has confirmed it by e-mail; without a mail server use `npm run admin -- promote name@school.example`. The first administrator is made on the welcome page',
  }),
  SECOND_STEP: define({
    schema: z.enum(['off', 'administrators'], { error: 'must be off or administrators' }),
    fallback: 'off',
    meaning:
      '`administrators` requires two-factor authentication of administrators; it is optional for everyone else',
  }),
  OIDC_ISSUER: define({
    schema: WebAddress,
    fallback: null,
    shown: 'embedded',
    meaning: 'Issuer of an OpenID Connect provider to use instead of the embedded one',
  }),
  OIDC_DOMAIN_PATTERN: define({
    schema: z.string().refine(isPattern, 'must be a regular expression'),
    fallback: null,
    shown: '`\\.kinde\\.com$` for a host that names Kinde',
    meaning:
      'Regular expression that the host of OIDC_ISSUER must match; guards against typing mistakes. The embedded provider is always at the host of PUBLIC_URL',
  }),
  OIDC_CLIENT_ID: define({
    schema: z.string(),
    fallback: oidc.clientId,
    meaning: 'Client id of the web application at the provider',
  }),
  OIDC_AUDIENCE: define({
    schema: z.string(),
    fallback: oidc.audience,
    meaning: 'Audience that access tokens must have',
  }),
  OIDC_SCOPE: define({
    schema: z.string(),
    fallback: oidc.scope,
    meaning: 'Scopes that the web application requests',
  }),
  OIDC_ORGANISATION: define({
    schema: z.string(),
    fallback: null,
    meaning:
      'Code of the organisation at the provider that people sign in to, sent as `org_code`. A link with `?org_code=` names another',
  }),
  OIDC_ALL_SESSIONS: define({
    schema: Flag,
    fallback: 'false',
    meaning:
      '`true` ends all sign-ins of a person, on every device, when they sign out; sent as `all_sessions`',
  }),
  OIDC_TRUST_EMAIL: define({
    schema: Flag,
    fallback: 'false',
    meaning:
      '`true` counts every e-mail address that this provider names as confirmed, for providers such as Entra ID whose tokens lack `email_verified`',
  }),
  OIDC_ROLE_CLAIM: define({
    schema: z.string(),
    fallback: 'roles',
    meaning:
      'Claim of the access token that lists a person’s roles or groups; dots lead into nested claims, as in `realm_access.roles`',
  }),
  OIDC_ADMIN_VALUES: define({
    schema: ValueList,
    fallback: null,
    shown: '`admin`, in addition to the administrators named here',
    meaning:
      'Values of OIDC_ROLE_CLAIM that make an administrator, separated by commas (by semicolons if a value contains a comma). If set, each sign-in grants or removes the role; the last administrator keeps it',
  }),
  OIDC_TEACHER_VALUES: define({
    schema: ValueList,
    fallback: null,
    shown: 'everybody',
    meaning:
      'Values of OIDC_ROLE_CLAIM with which teachers may sign in; everyone else is refused, except administrators',
  }),
  TEACHERS_CSV: define({
    schema: z.string(),
    fallback: null,
    meaning:
      'CSV file of all teachers that is read every night after 2 a.m.; all workers must reach it (docs/operations.md)',
  }),
  TEACHERS_CSV_MISSING: define({
    schema: z.enum(['keep', 'deactivate']),
    fallback: 'keep',
    meaning: '`deactivate` deactivates accounts that TEACHERS_CSV no longer lists',
  }),
  STRIPE_SECRET_KEY: define({
    schema: z
      .string()
      .regex(/^(sk|rk)_(live|test)_\w+$/, 'must begin with sk_live_, sk_test_, rk_live_ or rk_test_'),
    fallback: null,
    isSecret: true,
    meaning: 'Secret key of Stripe; without it nothing is sold (see PAYMENT_STAND_IN)',
  }),
  STRIPE_WEBHOOK_SECRET: define({
    schema: z.string().regex(/^whsec_\w+$/, 'must begin with whsec_'),
    fallback: null,
    isSecret: true,
    meaning: 'Signing secret of the Stripe webhook at PUBLIC_URL/api/v1/payment/webhook',
  }),
  STRIPE_PRICE_PRO: define({
    schema: z.string(),
    fallback: null,
    meaning: 'Id of the monthly Pro price at Stripe',
  }),
  PAYMENT_STAND_IN: define({
    schema: Flag,
    fallback: null,
    shown: '`true` on localhost without STRIPE_SECRET_KEY',
    meaning:
      '`true` takes test payments instead of Stripe: no money moves, and anyone signed in can have Pro. `false` sells nothing',
  }),
  PLAN_LIMITS: define({
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    meaning:
      '`off` gives every account everything in the Schools plan, and sells nothing: for schools that host for themselves',
  }),
  PAYMENT_GRACE_DAYS: define({
    schema: wholeNumber(0, 60),
    fallback: '7',
    meaning: 'Days that Pro continues after a failed payment',
  }),
  SUPPORT_EMAIL: define({
    schema: z.email('must be an e-mail address'),
    fallback: brand.supportEmail,
    meaning: 'Recipient of the support form, also shown on the public site',
  }),
  REFERENCE_CHECK: define({
    schema: ServiceList,
    fallback: 'off',
    meaning:
      'Public catalogues in which teachers may look up the references of a document: `crossref`, `openalex`, `datacite` and `openlibrary`, or some of them, separated by commas, asked in this order. They receive DOIs, titles, first authors and years of references, and SUPPORT_EMAIL as a contact; never a student’s text',
  }),
  REFERENCE_CHECK_URL: define({
    schema: WebAddress,
    fallback: null,
    shown: 'the services’ own',
    meaning:
      'Address used instead of the catalogues, with `/crossref`, `/openalex`, `/datacite` and `/openlibrary`: a proxy of the school, or an emulator in tests',
  }),
  OPENALEX_API_KEY: define({
    schema: z.string().regex(/^[\x21-\x7e]+$/, 'must be a key'),
    fallback: null,
    isSecret: true,
    meaning: 'Key of OpenAlex (free of charge), without which it answers only a few searches a day',
  }),
  AD_PIXEL_URL: define({
    schema: z
      .url({ protocol: /^https$/, error: 'must be an https address' })
      .transform((value) => new URL(value).href),
    fallback: null,
    meaning:
      'Address of the image of an advertising pixel. The home page loads it only for visitors who allow marketing cookies',
  }),
  LEGAL_DATE: define({
    schema: z.iso.date('must be a date such as 2025-01-01'),
    fallback: '2025-01-01',
    meaning: 'Date shown on the privacy and terms pages',
  }),
  COPYRIGHT_YEAR: define({
    schema: z.string().regex(/^\d{4}$/, 'must be a year'),
    fallback: '2025',
    meaning: 'Year in the copyright line of the public site',
  }),
  SAMPLE_DOCUMENTS: define({
    schema: z.enum(['on', 'off'], { error: 'must be on or off' }),
    fallback: 'on',
    meaning: '`off` gives new teachers no sample class and documents',
  }),
  DEMO_PER_DAY: define({
    schema: wholeNumber(0, 1_000_000),
    fallback: '50',
    meaning:
      'Texts per day that one network may try in the public demo; a whole school often shares one address',
  }),
  UPGRADE_URL: define({
    schema: WebAddress,
    fallback: null,
    shown: 'the page of prices; none where nothing is sold',
    meaning: 'Page opened in a new tab by the upgrade image in the sidebar, such as a school’s sign-up page',
  }),
  RECAPTCHA_SITE_KEY: define({
    schema: z.string(),
    fallback: null,
    shown: 'ALTCHA, without a third party',
    meaning: 'Site key of Google reCAPTCHA v2, used for visitors who allow analytics cookies',
  }),
  RECAPTCHA_SECRET_KEY: define({
    schema: z.string(),
    fallback: null,
    isSecret: true,
    meaning: 'Secret key of Google reCAPTCHA v2',
  }),
  METRICS_PORT: define({
    schema: wholeNumber(1, 65_535),
    fallback: null,
    shown: 'none',
    meaning:
      'Separate port of API and worker for `/metrics` (Prometheus), `/healthz` and `/readyz`, for the operator only',
  }),
  METRICS_HOST: define({
    schema: z.string(),
    fallback: 'localhost',
    meaning: 'Address on which the metrics port listens',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: define({
    schema: WebAddress,
    fallback: null,
    shown: 'none',
    meaning: 'OpenTelemetry collector that receives traces (OTLP over HTTP), such as `http://localhost:4318`',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: define({
    schema: HeaderList,
    fallback: null,
    isSecret: true,
    meaning: 'Headers for the collector: `name=value`, separated by commas',
  }),
  OTEL_TRACES_SAMPLER_ARG: define({
    schema: Share,
    fallback: '1',
    meaning: 'Share of traces to send, from 0 to 1',
  }),
  LEAVE_SECONDS: define({
    schema: wholeNumber(0, 300),
    fallback: '0',
    meaning:
      'Seconds for which a stopping process still accepts requests while `/readyz` fails, so that proxies can notice',
  }),
  FINISH_SECONDS: define({
    schema: wholeNumber(0, 300),
    fallback: '20',
    meaning:
      'Seconds it then has to finish requests and documents; unfinished documents go back to the queue',
  }),
  LOG_LEVEL: define({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    fallback: 'info',
    meaning: 'Log level: fatal, error, warn, info, debug or silent',
  }),
}

type Name = keyof typeof definitions
/** Every setting, validated; null if it is unset and has no default. */
export type Values = { [N in Name]: z.output<(typeof definitions)[N]['schema']> | null }

/** One row of docs/settings.md. */
export interface SettingDescription {
  name: string
  default: string
  meaning: string
}

export const settingDescriptions: SettingDescription[] = Object.entries<Definition<z.ZodType>>(
  definitions,
).map(([name, { fallback, shown, meaning }]) => ({ name, default: shown ?? (fallback || 'none'), meaning }))

/** Throws `SettingsError` listing every invalid setting. */
export function parseAll(environment: Record<string, string | undefined>): Values {
  const faults: string[] = []
  const given = new Map(Object.entries(environment))
  const entries = Object.entries<Definition<z.ZodType>>(definitions).map(
    ([name, { schema, fallback, isSecret = false }]) => {
      const text = given.get(name)?.trim() || fallback
      if (text === null) return [name, null]
      const parsed = schema.safeParse(text)
      if (!parsed.success)
        faults.push(
          `${name} ${parsed.error.issues.map((issue) => issue.message).join(', ')}${isSecret ? '' : ` (it is "${text}")`}`,
        )
      return [name, parsed.data ?? null]
    },
  )
  if (faults.length > 0) throw new SettingsError(faults)
  return Object.fromEntries(entries) as Values
}
