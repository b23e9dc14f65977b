import * as z from 'zod/mini'
import { SetupChecks, SetupClaim, SetupStanding, SetupState, TestEmail } from '../administration/setup.ts'
import { defineRoute } from './route.ts'

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
