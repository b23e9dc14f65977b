import type { FailedDocument, Installation, Mail, QueueHealth, ReleasedModel, StorageUse, SupportMessage } from '@penmark/contract'

const at = '2026-11-21T10:00:00.000Z'

export const aFailure = (change: Partial<FailedDocument> = {}): FailedDocument => ({
  id: 'd1',
  original_filename: 'essay.docx',
  teacher_email: 'amara@school.example',
  status_reason: 'Something went wrong on our side.',
  is_ours: true,
  failed_at: at,
  ...change,
})

export const anInstallation = (change: Partial<Installation> = {}): Installation => ({
  version: '1.0.0',
  detector: { name: 'standard', version: '1' },
  warnings: [],
  is_set_up: true,
  reference_services: [],
  ...change,
})

export const aQueue = (change: Partial<QueueHealth> = {}): QueueHealth => ({
  waiting: 12,
  running: 2,
  failed: 3,
  failed_ours: 1,
  oldest_waiting_since: at,
  oldest_running_since: null,
  mails_waiting: 0,
  mails_failed: 0,
  failures: [aFailure()],
  ...change,
})

export const aStorage = (change: Partial<StorageUse> = {}): StorageUse => ({
  database: { kind: 'embedded', bytes: 50 * 1024 * 1024, tables: [{ name: 'reports', bytes: 30 * 1024 * 1024 }] },
  files: { count: 1_204, bytes: 300 * 1024 * 1024 },
  exports: { count: 0, bytes: 0 },
  quota: { used_bytes: 310 * 1024 * 1024, limit_bytes: 1024 * 1024 * 1024 },
  disk: { free_bytes: 20 * 1024 * 1024, total_bytes: 1_000 * 1024 * 1024 },
  ...change,
})

export const aModel = (change: Partial<ReleasedModel> = {}): ReleasedModel => ({
  name: 'standard',
  version: '0.3.0',
  use: 'evaluation-and-non-commercial',
  minimum_words: 50,
  texts: { human: 49_831, ai: 55_408, sources: 64 },
  sha256: 'abc',
  bytes: 5_780_088,
  is_active: true,
  ...change,
})

export const aMessage = (change: Partial<SupportMessage> = {}): SupportMessage => ({
  id: 'm1',
  name: 'Ben Ofori',
  email: 'ben@school.example',
  subject: 'A question',
  teacher_id: null,
  created_at: at,
  closed_at: null,
  ...change,
})

export const aMail = (change: Partial<Mail> = {}): Mail => ({
  id: 'l1',
  kind: 'identity.reset',
  recipient: 'ben@school.example',
  subject: 'Reset your password',
  state: 'sent',
  tries: 1,
  fault: null,
  created_at: at,
  sent_at: at,
  next_try_at: null,
  ...change,
})
