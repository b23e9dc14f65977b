import { brand } from '@penmark/contract'
import type { StorageQuota } from '../../features/accounts/index.ts'
import { megabyteBytes } from '../../lib/megabytes.ts'
import type { TraceSettings } from '../../services/observe/open-telemetry.ts'
import type { FileSettings } from '../../services/storage/open-storage.ts'
import { SettingsError, type Values } from './definitions.ts'

/** An external sign-in provider. */
export interface BrokerSettings {
  name: 'microsoft' | 'google'
  issuer: string
  clientId: string
  clientSecret: string
}

/** `stripe` is null without a key; `fakeStripe` says whether test payments stand in for it. */
export interface PaymentSettings {
  stripe: { secretKey: string; webhookSecret: string; proPriceId: string } | null
  fakeStripe: boolean
  graceDays: number
}

/** `recaptcha` is null for ALTCHA. */
export interface PublicSiteSettings {
  supportEmail: string
  /** Null for no advertising. */
  adPixelUrl: string | null
  demoPerDay: number
  /** Day of the legal texts, as `2025-01-01`. */
  legalDate: string
  copyrightYear: string
  recaptcha: { siteKey: string; secretKey: string } | null
}

/** A provider is offered when all of its settings are present; only some of them is an error. */
export function readBrokers(values: Values): BrokerSettings[] {
  const {
    MICROSOFT_TENANT,
    MICROSOFT_CLIENT_ID,
    MICROSOFT_CLIENT_SECRET,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
  } = values
  const microsoft = { MICROSOFT_TENANT, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET }
  const google = { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }
  const faults = [microsoft, google].flatMap((group) => {
    const missing = Object.entries(group).flatMap(([name, value]) => (value === null ? [name] : []))
    return missing.length === Object.keys(group).length
      ? []
      : missing.map((name) => `${name} is missing, though its neighbours are set`)
  })
  if (faults.length > 0) throw new SettingsError(faults)
  const brokers: BrokerSettings[] = []
  if (MICROSOFT_TENANT && MICROSOFT_CLIENT_ID && MICROSOFT_CLIENT_SECRET) {
    const issuer = `https://login.microsoftonline.com/${MICROSOFT_TENANT.toLowerCase()}/v2.0`
    brokers.push({
      name: 'microsoft',
      issuer,
      clientId: MICROSOFT_CLIENT_ID,
      clientSecret: MICROSOFT_CLIENT_SECRET,
    })
  }
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    brokers.push({
      name: 'google',
      issuer: 'https://accounts.google.com',
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
    })
  }
  return brokers
}

/** Where every account has everything, nobody may be charged for a part of it. */
function readNoPayment(values: Values, graceDays: number): PaymentSettings {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO, PAYMENT_STAND_IN } = values
  const group = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO }
  const set = Object.entries(group).flatMap(([name, value]) => (value === null ? [] : [name]))
  if (PAYMENT_STAND_IN === true) set.push('PAYMENT_STAND_IN')
  if (set.length > 0)
    throw new SettingsError(set.map((name) => `${name} is set beside PLAN_LIMITS=off, which sells nothing`))
  return { stripe: null, fakeStripe: false, graceDays }
}

/**
 * Test payments give Pro to anybody, so by default they are on only when the product is reachable from this
 * machine alone.
 */
export function readPayment(values: Values, publicUrl: string): PaymentSettings {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO, PAYMENT_STAND_IN } = values
  const graceDays = values.PAYMENT_GRACE_DAYS ?? 7
  const isLocal = isThisMachine(values.HOST ?? 'localhost') && isThisMachine(new URL(publicUrl).hostname)
  const group = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO }
  if (values.PLAN_LIMITS === 'off') return readNoPayment(values, graceDays)
  const missing = Object.entries(group).flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length === 3) return { stripe: null, fakeStripe: PAYMENT_STAND_IN ?? isLocal, graceDays }
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_PRO) {
    throw new SettingsError(missing.map((name) => `${name} is missing, though its neighbours are set`))
  }
  if (PAYMENT_STAND_IN === true) {
    throw new SettingsError([
      'PAYMENT_STAND_IN is true and a Stripe key is set; test payments and real ones cannot be used together',
    ])
  }
  const stripe = {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    proPriceId: STRIPE_PRICE_PRO,
  }
  return { stripe, fakeStripe: false, graceDays }
}

export function readPublicSite(values: Values): PublicSiteSettings {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey } = values
  if ((siteKey === null) !== (secretKey === null)) {
    throw new SettingsError(['RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must both be set, or neither'])
  }
  return {
    supportEmail: values.SUPPORT_EMAIL ?? brand.supportEmail,
    adPixelUrl: values.AD_PIXEL_URL,
    demoPerDay: values.DEMO_PER_DAY ?? 50,
    legalDate: values.LEGAL_DATE ?? '2025-01-01',
    copyrightYear: values.COPYRIGHT_YEAR ?? '2025',
    recaptcha: siteKey && secretKey ? { siteKey, secretKey } : null,
  }
}

/**
 * Two-factor authentication cannot be required with an external provider: that is the provider's decision.
 */
export function checkTwoFactor({ OIDC_ISSUER, SECOND_STEP }: Values): void {
  if (OIDC_ISSUER !== null && SECOND_STEP === 'administrators')
    throw new SettingsError([
      'SECOND_STEP only works with the embedded sign-in; with OIDC_ISSUER, two-factor authentication is set up at your identity provider',
    ])
}

/**
 * Hosts that mean Kinde, the provider of the specification, must be its own: `school.kinde.co` is a typing
 * error.
 */
const knownProviders = [{ names: /kinde/i, pattern: '\\.kinde\\.com$' }]

/**
 * Checks the host of the identity provider, so that a typing error does not send sign-ins elsewhere. The
 * embedded provider needs no pattern: its address is PUBLIC_URL. Of other providers nothing is known, so only
 * OIDC_DOMAIN_PATTERN restricts them.
 */
export function checkDomain({ OIDC_ISSUER, OIDC_DOMAIN_PATTERN }: Values): void {
  if (OIDC_ISSUER === null) return
  const { hostname } = new URL(OIDC_ISSUER)
  const known = knownProviders.find(({ names }) => names.test(hostname))
  const pattern = OIDC_DOMAIN_PATTERN ?? known?.pattern
  if (pattern === undefined || new RegExp(pattern, 'i').test(hostname)) return
  const reason =
    OIDC_DOMAIN_PATTERN === null
      ? `is not one of Kinde; set OIDC_DOMAIN_PATTERN if it is right`
      : 'OIDC_DOMAIN_PATTERN does not allow'
  throw new SettingsError([`OIDC_ISSUER has the host "${hostname}", which ${reason}`])
}

/** Roles and organisations are those of an external provider. */
export function checkRoles(values: Values): void {
  const { OIDC_ISSUER, OIDC_ADMIN_VALUES, OIDC_TEACHER_VALUES, OIDC_TRUST_EMAIL, OIDC_ORGANISATION } = values
  if (OIDC_ISSUER !== null) return
  const set = Object.entries({
    OIDC_ADMIN_VALUES,
    OIDC_TEACHER_VALUES,
    OIDC_TRUST_EMAIL: OIDC_TRUST_EMAIL || null,
    OIDC_ORGANISATION,
  })
  const faults = set.flatMap(([name, value]) => (value === null ? [] : [`${name} needs OIDC_ISSUER`]))
  if (faults.length > 0) throw new SettingsError(faults)
}

export function checkTeachersCsv({ TEACHERS_CSV, TEACHERS_CSV_MISSING }: Values): void {
  if (TEACHERS_CSV === null && TEACHERS_CSV_MISSING === 'deactivate')
    throw new SettingsError(['TEACHERS_CSV_MISSING needs TEACHERS_CSV'])
}

export function readStorageQuota(values: Values): StorageQuota {
  const { STORAGE_FREE_MB, STORAGE_PRO_MB, STORAGE_SCHOOLS_MB, STORAGE_TOTAL_MB } = values
  const bytes = (megabytes: number | null) => (megabytes ?? 0) * megabyteBytes
  return {
    perPlan: { FREE: bytes(STORAGE_FREE_MB), PRO: bytes(STORAGE_PRO_MB), SCHOOLS: bytes(STORAGE_SCHOOLS_MB) },
    total: bytes(STORAGE_TOTAL_MB),
  }
}

/** Where database and files are both elsewhere, the disk of the data does not matter. */
export function readLeastFreeDisk({ MIN_FREE_DISK_MB, DATABASE_URL, S3_BUCKET }: Values): number {
  const isElsewhere = DATABASE_URL !== null && S3_BUCKET !== null
  return isElsewhere ? 0 : (MIN_FREE_DISK_MB ?? 0) * megabyteBytes
}

/** Whether a host name or address is a loopback one, reachable from this machine alone. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}

const defaultRegion = 'us-east-1'

/**
 * Where uploaded files are stored and how they are encrypted. A bucket is used when its name and both of its
 * keys are set.
 */
export function readFiles(values: Values): FileSettings {
  const {
    S3_BUCKET,
    S3_PREFIX,
    S3_ENDPOINT,
    S3_PATH_STYLE,
    S3_REGION,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    FILES_KEY,
  } = values
  const sealing = FILES_KEY ?? { keys: [], acceptsUnsealed: false }
  const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []))
  if (
    missing.length === Object.keys(needed).length &&
    [S3_ENDPOINT, S3_PATH_STYLE, S3_REGION, S3_PREFIX].every((value) => value === null)
  )
    return { s3: null, ...sealing }
  if (S3_BUCKET === null || S3_ACCESS_KEY_ID === null || S3_SECRET_ACCESS_KEY === null) {
    throw new SettingsError(missing.map((name) => `${name} is missing, though its neighbours are set`))
  }
  const s3 = {
    bucket: S3_BUCKET,
    prefix: S3_PREFIX ?? '',
    endpoint: S3_ENDPOINT,
    pathStyle: S3_PATH_STYLE ?? S3_ENDPOINT !== null,
    region: S3_REGION ?? defaultRegion,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
  return { s3, ...sealing }
}

/** Address of the metrics and health endpoints; null turns them off. */
export interface ProbeSettings {
  port: number
  host: string
}

export function readProbeSettings({ METRICS_PORT, METRICS_HOST }: Values): ProbeSettings | null {
  return METRICS_PORT === null ? null : { port: METRICS_PORT, host: METRICS_HOST ?? 'localhost' }
}

export function readTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_TRACES_SAMPLER_ARG,
}: Values): TraceSettings | null {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === null) return null
  return {
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: OTEL_EXPORTER_OTLP_HEADERS ?? {},
    share: OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}
