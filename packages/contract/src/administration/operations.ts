import * as z from 'zod/mini'
import { Reason } from '../values/reason.ts'
import { Id, Time } from '../values/scalars.ts'

/** A document that ended in ERROR. */
export const FailedDocument = z.object({
  id: Id,
  original_filename: z.string(),
  teacher_email: z.nullable(z.string()),
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
  /** True if the product failed; false if the file cannot be read, which retrying does not change. */
  is_ours: z.boolean(),
  failed_at: Time,
})
export type FailedDocument = z.infer<typeof FailedDocument>

/** State of document processing. */
export const QueueHealth = z.object({
  waiting: z.int(),
  running: z.int(),
  /** All that ended in ERROR, and how many of them through a fault of the product. */
  failed: z.int(),
  failed_ours: z.int(),
  /** Since when the oldest has been waiting; null when none is. */
  oldest_waiting_since: z.nullable(Time),
  oldest_running_since: z.nullable(Time),
  mails_waiting: z.int(),
  mails_failed: z.int(),
  /** The latest failures, newest first; at most fifty. */
  failures: z.array(FailedDocument),
})
export type QueueHealth = z.infer<typeof QueueHealth>

/** Without an id: every document that failed through a fault of the product, at most 500 per call. */
export const RetryInput = z.object({ document_id: z.optional(z.string()) })
export const Retried = z.object({ queued: z.int() })

/** A background job that failed for good: all its retries failed. */
export const FailedJob = z.object({
  id: Id,
  queue: z.string(),
  /** The name of a scheduled job; null in the other queues. */
  subject: z.nullable(z.string()),
  failed_at: Time,
  attempts: z.int(),
  /** A short error without student text; null if the worker died. */
  error: z.nullable(z.string()),
})
export type FailedJob = z.infer<typeof FailedJob>

/** Disk usage in bytes. */
export const StorageUse = z.object({
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    bytes: z.int(),
    /** The largest tables with their indexes, largest first. */
    tables: z.array(z.object({ name: z.string(), bytes: z.int() })),
  }),
  /** Uploaded files, by the sizes recorded for their documents. */
  files: z.object({ count: z.int(), bytes: z.int() }),
  exports: z.object({ count: z.int(), bytes: z.int() }),
  /** What the documents of all accounts use, files and pasted texts, and the limit. */
  quota: z.object({ used_bytes: z.int(), limit_bytes: z.int() }),
  /** Why the last sweep of files without a document removed nothing; null if it was not held. */
  sweep: z.nullable(
    z.object({
      /**
       * `share`: it would have removed a large share of the files. `restore`: a backup was restored, which
       * knows nothing of later files. `installation`: files and database are not of one installation.
       */
      held: z.enum(['share', 'restore', 'installation']),
      held_since: z.string(),
      /** Files without a document, and all files; null if they were not counted. */
      files: z.nullable(z.int()),
      of: z.nullable(z.int()),
    }),
  ),
  /** The disk of DATA_DIR; null if unknown. */
  disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number() })),
})
export type StorageUse = z.infer<typeof StorageUse>

/** A released model, from its card. */
export const ReleasedModel = z.object({
  name: z.string(),
  version: z.string(),
  /** Permitted use, according to the licences of its training texts. */
  use: z.string(),
  minimum_words: z.int(),
  /** Training texts. */
  texts: z.object({ human: z.int(), ai: z.int(), sources: z.int() }),
  sha256: z.string(),
  bytes: z.int(),
  is_active: z.boolean(),
})
export type ReleasedModel = z.infer<typeof ReleasedModel>

export const Models = z.object({
  /** The model in use, not necessarily a released one. */
  active: z.object({ name: z.string(), version: z.string() }),
  released: z.array(ReleasedModel),
})
export type Models = z.infer<typeof Models>

/** An event that the payment provider sent. */
export const PaymentEvent = z.object({
  provider: z.string(),
  id: z.string(),
  type: z.string(),
  received_at: Time,
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

/** How the product sends mail: through the operator's server, or into a folder that administrators read. */
export const mailKinds = ['smtp', 'outbox'] as const

export const mailStates = ['waiting', 'sent', 'undelivered', 'failed'] as const

/** One email in the administrators' list. It never contains student text. */
export const Mail = z.object({
  id: Id,
  /** Kind of email, for example `identity.reset`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /**
   * `sent` means accepted by the mail server, `undelivered` that it lies in the outbox, because there was no
   * mail server.
   */
  state: z.enum(mailStates),
  tries: z.int(),
  /** Error of the last attempt. */
  fault: z.nullable(z.string()),
  created_at: Time,
  sent_at: z.nullable(Time),
  /** Time of the next attempt; null unless waiting. */
  next_try_at: z.nullable(Time),
})
export type Mail = z.infer<typeof Mail>

export const MailPage = z.object({
  /** With `outbox`, emails are not delivered: an administrator has to pass their links on. */
  sent_by: z.enum(mailKinds),
  /** Newest first. Fewer rows than requested end the list. */
  mails: z.array(Mail),
})
export type MailPage = z.infer<typeof MailPage>

/**
 * An email with its plain text; null once a mail server has accepted it, because a link in it grants access
 * to an account.
 */
export const MailText = z.extend(Mail, { text: z.nullable(z.string()) })
export type MailText = z.infer<typeof MailText>

/** A message of the support form, without its text. */
export const SupportMessage = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** Null for a message from the public site. */
  teacher_id: z.nullable(Id),
  created_at: Time,
  closed_at: z.nullable(Time),
})
export type SupportMessage = z.infer<typeof SupportMessage>

export const SupportMessageText = z.extend(SupportMessage, { message: z.string() })
export type SupportMessageText = z.infer<typeof SupportMessageText>
