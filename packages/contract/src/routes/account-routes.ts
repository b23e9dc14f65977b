import * as z from 'zod/mini'
import { Erasure, ExportArchive, ExportLink, erasureConfirmation } from '../account/personal-data.ts'
import { Retention, RetentionInput, RetentionPreview } from '../account/retention.ts'
import {
  Billing,
  CheckoutInput,
  CheckoutSession,
  EventReceived,
  PortalInput,
  PortalSession,
} from '../account/subscription.ts'
import { LongAttachment } from '../calls/attachment.ts'
import { defineRoute } from '../calls/route.ts'
import { Deleted } from '../values/scalars.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })

/** Calls about all that a teacher has here: how long it is kept, archives of it, and its erasure. */
export const ownDataRoutes = {
  saveRetention: defineRoute({
    method: 'PUT',
    path: '/teachers/me/retention',
    access: 'teacher',
    summary: 'Change the retention setting, for all documents or by class',
    input: RetentionInput,
    reply: Retention,
  }),
  previewRetention: defineRoute({
    method: 'POST',
    path: '/teachers/me/retention/preview',
    access: 'teacher',
    summary: 'Preview what a retention setting would erase, without changing anything',
    input: RetentionInput,
    reply: RetentionPreview,
  }),

  exportTeacher: defineRoute({
    method: 'GET',
    path: '/teachers/me/export',
    access: 'teacher',
    attachment: 'application/json',
    summary: 'Everything that belongs to the teacher, as one JSON file',
    input: none,
    reply: LongAttachment,
  }),
  startExport: defineRoute({
    method: 'POST',
    path: '/teachers/me/exports',
    access: 'teacher',
    success: 202,
    storesFiles: true,
    summary: 'Request an archive with files, texts and reports; returns the one in progress, if any',
    input: z.object({ language: z.optional(z.string().check(z.maxLength(35))) }),
    reply: ExportArchive,
  }),
  listExports: defineRoute({
    method: 'GET',
    path: '/teachers/me/exports',
    access: 'teacher',
    summary: 'Own archives, newest first',
    input: none,
    reply: z.array(ExportArchive),
  }),
  readExport: defineRoute({
    method: 'GET',
    path: '/teachers/me/exports/:id',
    access: 'teacher',
    summary: 'Progress of an archive',
    input: byId,
    reply: ExportArchive,
  }),
  deleteExport: defineRoute({
    method: 'DELETE',
    path: '/teachers/me/exports/:id',
    access: 'teacher',
    summary: 'Delete an archive, or cancel making it',
    input: byId,
    reply: Deleted,
  }),
  createExportLink: defineRoute({
    method: 'POST',
    path: '/teachers/me/exports/:id/link',
    access: 'teacher',
    summary: 'A link to download the archive, valid for a few minutes; 409 until it is ready',
    input: byId,
    reply: ExportLink,
  }),
  fetchExport: defineRoute({
    method: 'GET',
    path: '/exports/:ticket',
    access: 'public',
    attachment: 'application/zip',
    summary: 'Download an archive by its link',
    input: z.object({ ticket: z.string() }),
    reply: LongAttachment,
  }),
  eraseTeacher: defineRoute({
    method: 'DELETE',
    path: '/teachers/me',
    access: 'teacher',
    success: 202,
    summary: 'Erase the account and everything that belongs to it, immediately and permanently',
    input: z.object({ confirmation: z.literal(erasureConfirmation) }),
    reply: Erasure,
  }),
  readErasure: defineRoute({
    method: 'GET',
    path: '/erasures/:id',
    access: 'public',
    summary: 'Progress and receipt of an erasure; only whoever requested it knows the id',
    input: byId,
    reply: Erasure,
  }),
} as const

/** Calls about plans that are paid for. */
export const subscriptionRoutes = {
  readBilling: defineRoute({
    method: 'GET',
    path: '/subscriptions/me',
    access: 'teacher',
    summary: 'Own subscription, and what can be bought',
    input: none,
    reply: Billing,
  }),
  createCheckoutSession: defineRoute({
    method: 'POST',
    path: '/create-checkout-session',
    access: 'teacher',
    summary: 'Start a checkout at the payment provider; 409 for anybody who already has the plan',
    input: CheckoutInput,
    reply: CheckoutSession,
  }),
  createPortalSession: defineRoute({
    method: 'POST',
    path: '/create-portal-session',
    access: 'teacher',
    summary:
      'Open the payment provider’s portal for cards, invoices and cancelling; 409 for anybody who never paid',
    input: PortalInput,
    reply: PortalSession,
  }),
  receivePaymentEvent: defineRoute({
    method: 'POST',
    path: '/payment/webhook',
    access: 'public',
    body: 'raw',
    summary: 'For the payment provider: a signed event (header `stripe-signature`)',
    input: none,
    reply: EventReceived,
  }),
} as const
