import { brand, oidc } from '@penmark/contract'
import { z } from 'zod'
import { isNetwork, type ProxyTrust } from '../client-address.ts'
import { SettingsError } from './settings-error.ts'

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
    message: 'must be true, false, a number of proxies, or addresses and networks with commas between, as 10.0.0.0/8',
  })
  return z.NEVER
})
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must lie between ${from} and ${to}`)

const Share = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .refine((value) => value <= 1, 'must be a number from 0 to 1')
/** As OpenTelemetry writes them: names and values with their signs escaped, `=` between and commas around. */
const HeaderList = z
  .string()
  .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must be name=value, or several of them with commas between')
  .transform((value) => Object.fromEntries(value.split(',').map((pair) => pairOf(pair))))

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

const keyBytes = 32
const FileKeys = z
  .string()
  .transform((value) => value.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine((keys) => keys.every(({ length }) => length === keyBytes), 'must be 32 bytes in base64, or several of them with commas between')

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

interface Definition<T extends z.ZodType> {
  schema: T
  /** What an unset variable means, as the operator would write it; null when it stays unset. */
  fallback: string | null
  /** Shown in the table instead of the fallback where that is worked out at the start. */
  shown?: string
  meaning: string
  /** Holds a password: never repeated, not even when it is wrong. */
  isSecret?: true
}

const define = <T extends z.ZodType>(definition: Definition<T>) => definition

/** Every setting, in the order of the README's table. Nothing else in the server reads the environment. */
const definitions = {
  PORT: define({ schema: wholeNumber(1, 65_535), fallback: '3000', meaning: 'Port of the web, the API and the embedded identity' }),
  HOST: define({ schema: z.string(), fallback: 'localhost', meaning: 'Address to listen on; `0.0.0.0` opens it to the network' }),
  DATA_DIR: define({ schema: z.string(), fallback: './data', meaning: 'Folder of the embedded database, the uploaded files and the keys' }),
  PUBLIC_URL: define({
    schema: WebAddress,
    fallback: null,
    shown: 'http://localhost:PORT',
    meaning: 'Address under which browsers reach the product; sign-in needs https unless it is localhost',
  }),
  TRUST_PROXY: define({
    schema: TrustedProxies,
    fallback: 'false',
    meaning:
      'Reverse proxies whose X-Forwarded-* headers are believed: `true` or `1` for the one next to the product, `2` for two in a row, or their addresses and networks, as `10.0.0.0/8, 192.0.2.80`',
  }),
  DATABASE_URL: define({
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
    fallback: null,
    shown: 'embedded',
    isSecret: true,
    meaning: 'PostgreSQL 15 or newer instead of the embedded database',
  }),
  S3_BUCKET: define({
    schema: z.string(),
    fallback: null,
    shown: 'DATA_DIR',
    meaning: 'Bucket for uploaded files instead of the data folder, on Amazon S3 or a service that speaks its language',
  }),
  S3_ENDPOINT: define({ schema: WebAddress, fallback: null, shown: 'Amazon’s', meaning: 'Address of another service than Amazon’s' }),
  S3_REGION: define({ schema: z.string(), fallback: null, shown: 'us-east-1', meaning: 'Region of the bucket' }),
  S3_ACCESS_KEY_ID: define({ schema: z.string(), fallback: null, meaning: 'Key id that may read, write, delete and list in the bucket' }),
  S3_SECRET_ACCESS_KEY: define({ schema: z.string(), fallback: null, isSecret: true, meaning: 'Its secret' }),
  FILES_KEY: define({
    schema: FileKeys,
    fallback: null,
    isSecret: true,
    meaning:
      'Encrypts uploaded files: 32 random bytes in base64 (`openssl rand -base64 32`). To change it, put the new one before the old, with a comma',
  }),
  DETECTOR_MODEL: define({
    schema: z.string(),
    fallback: 'standard',
    meaning: 'A released model, `standard` or `open` (learned from freely licensed human texts alone), or the path of another model file',
  }),
  WORKER_JOBS: define({ schema: wholeNumber(1, 64), fallback: '2', meaning: 'Documents processed at the same time by one worker' }),
  SMTP_URL: define({
    schema: z.string().regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://'),
    fallback: null,
    shown: 'embedded',
    isSecret: true,
    meaning: 'Mail server, as `smtp://user:password@host:587`; without it mails go into a folder that administrators read',
  }),
  MAIL_FROM: define({
    schema: z.string().regex(/^([^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or a name and an <address>'),
    fallback: null,
    shown: 'no-reply at the host of PUBLIC_URL',
    meaning: `Sender of mails, for example \`${brand.name} <post@school.example>\``,
  }),
  MICROSOFT_TENANT: define({
    schema: z.guid('must be the id of a tenant'),
    fallback: null,
    meaning: 'Sign-in with Microsoft Entra beside the password: id of the school’s tenant',
  }),
  MICROSOFT_CLIENT_ID: define({ schema: z.string(), fallback: null, meaning: 'Its application id' }),
  MICROSOFT_CLIENT_SECRET: define({ schema: z.string(), fallback: null, isSecret: true, meaning: 'Its client secret' }),
  GOOGLE_CLIENT_ID: define({ schema: z.string(), fallback: null, meaning: 'Sign-in with Google beside the password: client id' }),
  GOOGLE_CLIENT_SECRET: define({ schema: z.string(), fallback: null, isSecret: true, meaning: 'Its client secret' }),
  ALLOW_PRIVATE_TARGETS: define({
    schema: Flag,
    fallback: 'false',
    meaning:
      '`true` lets webhooks and learning platforms lie in a private network, and be called without https; for tests and closed networks',
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
      'Addresses of administrators, separated by commas. An address counts once its owner has proved it by mail; without a mail server use `npm run admin -- promote name@school.example`. The first registered account is an administrator in any case',
  }),
  SECOND_STEP: define({
    schema: z.enum(['off', 'administrators'], { error: 'must be off or administrators' }),
    fallback: 'off',
    meaning: '`administrators` asks them for codes of an app at sign-in before they may administer; all others choose by themselves',
  }),
  OIDC_ISSUER: define({
    schema: WebAddress,
    fallback: null,
    shown: 'embedded',
    meaning: 'Issuer of another OpenID Connect provider instead of the embedded one',
  }),
  OIDC_DOMAIN_PATTERN: define({
    schema: z.string().refine(isPattern, 'must be a regular expression'),
    fallback: null,
    meaning: 'Regular expression that the host of OIDC_ISSUER must match, for example `\\.kinde\\.com$`; a slip of the pen stops the start',
  }),
  OIDC_CLIENT_ID: define({ schema: z.string(), fallback: oidc.clientId, meaning: 'Client id of the web at the provider' }),
  OIDC_AUDIENCE: define({ schema: z.string(), fallback: oidc.audience, meaning: 'Audience that access tokens must name' }),
  OIDC_SCOPE: define({ schema: z.string(), fallback: oidc.scope, meaning: 'Scopes the web asks for' }),
  STRIPE_SECRET_KEY: define({
    schema: z.string().regex(/^(sk|rk)_(live|test)_\w+$/, 'must begin with sk_live_, sk_test_, rk_live_ or rk_test_'),
    fallback: null,
    shown: 'test payments',
    isSecret: true,
    meaning: 'Secret key of Stripe; without it the embedded stand-in takes test payments, and no money moves',
  }),
  STRIPE_WEBHOOK_SECRET: define({
    schema: z.string().regex(/^whsec_\w+$/, 'must begin with whsec_'),
    fallback: null,
    isSecret: true,
    meaning: 'Signing secret of the webhook that Stripe sends to PUBLIC_URL/api/v1/payment/webhook',
  }),
  STRIPE_PRICE_PRO: define({ schema: z.string(), fallback: null, meaning: 'Id of the monthly price of Pro at Stripe' }),
  PAYMENT_STAND_IN: define({
    schema: Flag,
    fallback: null,
    shown: '`true` without STRIPE_SECRET_KEY',
    meaning: '`false` sells nothing where Stripe is not set; `true` beside a live key of Stripe is refused',
  }),
  PAYMENT_GRACE_DAYS: define({ schema: wholeNumber(0, 60), fallback: '7', meaning: 'Days that Pro is kept after a payment failed' }),
  SUPPORT_EMAIL: define({
    schema: z.email('must be an e-mail address'),
    fallback: brand.supportEmail,
    meaning: 'Where messages of the support form are mailed to; the public site shows it too',
  }),
  LEGAL_DATE: define({
    schema: z.iso.date('must be a day, as 2025-01-01'),
    fallback: '2025-01-01',
    meaning: 'Day that the privacy and terms pages bear',
  }),
  COPYRIGHT_YEAR: define({
    schema: z.string().regex(/^\d{4}$/, 'must be a year'),
    fallback: '2025',
    meaning: 'Year of the copyright line of the public site',
  }),
  DEMO_PER_DAY: define({
    schema: wholeNumber(0, 1_000_000),
    fallback: '50',
    meaning: 'Texts that one network may try in the public demo in a day; a whole school shares one address',
  }),
  UPGRADE_URL: define({
    schema: WebAddress,
    fallback: null,
    meaning: 'Sign-up page that an image in the sidebar opens in a new tab; without it there is no image',
  }),
  RECAPTCHA_SITE_KEY: define({
    schema: z.string(),
    fallback: null,
    shown: 'ALTCHA, which asks nobody outside',
    meaning: 'Site key of Google reCAPTCHA v2, for the human check of visitors who allow analytics cookies',
  }),
  RECAPTCHA_SECRET_KEY: define({ schema: z.string(), fallback: null, isSecret: true, meaning: 'Its secret key' }),
  METRICS_PORT: define({
    schema: wholeNumber(1, 65_535),
    fallback: null,
    shown: 'none',
    meaning: 'Port of its own for `/metrics` (Prometheus), `/healthz` and `/readyz`, of the API and of the worker; for the operator alone',
  }),
  METRICS_HOST: define({ schema: z.string(), fallback: 'localhost', meaning: 'Address that port listens on' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: define({
    schema: WebAddress,
    fallback: null,
    shown: 'none',
    meaning: 'Collector that traces are sent to (OpenTelemetry, OTLP over HTTP), as `http://localhost:4318`',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: define({
    schema: HeaderList,
    fallback: null,
    isSecret: true,
    meaning: 'Headers for the collector: `name=value`, with commas between',
  }),
  OTEL_TRACES_SAMPLER_ARG: define({
    schema: Share,
    fallback: '1',
    meaning: 'Share of the traces that are sent, from 0 to 1',
  }),
  LEAVE_SECONDS: define({
    schema: wholeNumber(0, 300),
    fallback: '0',
    meaning: 'Seconds that a process told to stop still takes calls while `/readyz` says no, until every proxy has noticed',
  }),
  FINISH_SECONDS: define({
    schema: wholeNumber(0, 300),
    fallback: '20',
    meaning:
      'Seconds that it then finishes calls and documents; what is not done by then is cut off, and its documents go back to the queue',
  }),
  LOG_LEVEL: define({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    fallback: 'info',
    meaning: 'How much is logged: fatal, error, warn, info, debug or silent',
  }),
}

type Name = keyof typeof definitions
/** Every setting, checked; null where it is unset and has no fallback. */
export type Values = { [N in Name]: z.output<(typeof definitions)[N]['schema']> | null }

/** One row of the README's table. */
export interface SettingDescription {
  name: string
  default: string
  meaning: string
}

export const settingDescriptions: SettingDescription[] = Object.entries<Definition<z.ZodType>>(definitions).map(
  ([name, { fallback, shown, meaning }]) => ({ name, default: shown ?? (fallback || 'none'), meaning }),
)

/** Throws `SettingsError` with everything that is wrong. */
export function parseAll(environment: Record<string, string | undefined>): Values {
  const faults: string[] = []
  const entries = Object.entries<Definition<z.ZodType>>(definitions).map(([name, { schema, fallback, isSecret = false }]) => {
    const given = environment[name]?.trim() || fallback
    if (given === null) return [name, null]
    const parsed = schema.safeParse(given)
    // A database address holds a password, so it is never repeated.
    if (!parsed.success)
      faults.push(`${name} ${parsed.error.issues.map((issue) => issue.message).join(', ')}${isSecret ? '' : ` (it is "${given}")`}`)
    return [name, parsed.data ?? null]
  })
  if (faults.length > 0) throw new SettingsError(faults)
  return Object.fromEntries(entries) as Values
}
