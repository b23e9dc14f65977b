import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import { Id, Time } from '../values/scalars.ts'

/** Whether an installation still waits for its administrator. */
export const SetupState = z.object({
  is_open: z.boolean(),
  /**
   * Whether the code from the server's console makes an account the administrator; otherwise the first
   * account is.
   */
  needs_code: z.boolean(),
  /** False with a PostgreSQL server, whose backups only the command line restores. */
  can_restore: z.boolean(),
})
export type SetupState = z.infer<typeof SetupState>

/** What the signed-in person may do on the welcome page. */
export const SetupStanding = z.object({
  is_administrator: z.boolean(),
  /** The operator requires two-factor authentication of administrators, and this one has not turned it on. */
  needs_two_factor: z.boolean(),
  /** Whether the setup code would make this account the administrator. */
  can_claim: z.boolean(),
})
export type SetupStanding = z.infer<typeof SetupStanding>

/** The longest code that is looked at; a real one is shorter, with or without its spaces. */
export const SetupClaim = z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) })

/** What the welcome page checks. Address and clock are compared with the browser's. */
export const SetupChecks = z.object({
  finished_at: z.nullable(Time),
  server_time: Time,
  public_url: z.url(),
  email: z.object({
    /** `outbox` delivers nothing: administrators read emails under Messages. */
    sent_by: z.enum(['smtp', 'outbox']),
    sender: z.string(),
    /** The administrator's own address, which a test email goes to. */
    recipient: z.nullable(z.string()),
  }),
  /** The disk of DATA_DIR; null if unknown. */
  disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number() })),
  /** Whether FILES_KEY encrypts uploaded files. */
  encrypts_files: z.boolean(),
  has_samples: z.boolean(),
  /**
   * `off`: every account has everything (PLAN_LIMITS=off). `sold`: Stripe sells Pro. `free`: everybody has
   * the Free plan's words.
   */
  plans: z.enum(['off', 'sold', 'free']),
})
export type SetupChecks = z.infer<typeof SetupChecks>

export const TestEmail = z.object({
  id: Id,
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: z.int(),
  /** What the mail server last answered; null if it has not refused. */
  fault: z.nullable(z.string()),
})
export type TestEmail = z.infer<typeof TestEmail>

const none = z.object({})

/** Calls of the welcome page. */
export const setupRoutes = {
  readSetup: defineRoute({
    method: 'GET',
    path: '/setup',
    access: 'public',
    summary: 'Whether this installation still waits for its administrator',
    input: none,
    reply: SetupState,
  }),
  readSetupStanding: defineRoute({
    method: 'GET',
    path: '/setup/standing',
    access: 'teacher',
    summary: 'Whether the caller is an administrator, or may become one with the setup code',
    input: none,
    reply: SetupStanding,
  }),
  claimSetup: defineRoute({
    method: 'POST',
    path: '/setup/claim',
    access: 'teacher',
    summary: 'Become the administrator of a new installation with the code from the server’s console',
    input: SetupClaim,
    reply: SetupStanding,
  }),
  readSetupChecks: defineRoute({
    method: 'GET',
    path: '/admin/setup',
    access: 'administrator',
    summary: 'What the welcome page checks: email, address, disk, clock, encryption and samples',
    input: none,
    reply: SetupChecks,
  }),
  sendTestEmail: defineRoute({
    method: 'POST',
    path: '/admin/setup/test-email',
    access: 'administrator',
    summary: 'Send a test email to the administrator’s own address',
    input: z.object({ language: z.optional(z.string().check(z.maxLength(35))) }),
    reply: TestEmail,
  }),
  readTestEmail: defineRoute({
    method: 'GET',
    path: '/admin/setup/test-email/:id',
    access: 'administrator',
    summary: 'Whether a test email was sent, and what the mail server answered',
    input: z.object({ id: z.string() }),
    reply: TestEmail,
  }),
  finishSetup: defineRoute({
    method: 'POST',
    path: '/admin/setup/finish',
    access: 'administrator',
    summary: 'Stop reminding administrators of the welcome page',
    input: none,
    reply: SetupChecks,
  }),
} as const
