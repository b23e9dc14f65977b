-- Writing tasks: students write in the product, and every change is recorded.
create table writing_tasks (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  -- Null once the class was deleted. The texts stay.
  class_group_id uuid references class_groups (id) on delete set null,
  title text not null,
  instructions text not null default '',
  due_at timestamptz,
  words_min integer check (words_min >= 1),
  words_max integer check (words_max >= 1),
  pasting text not null check (pasting in ('allowed', 'shown', 'blocked')),
  sources text,
  language text not null,
  -- Null where students need no PIN.
  pin_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (words_min <= words_max)
);

create index writing_tasks_by_teacher on writing_tasks (teacher_id, created_at desc, id desc);
create index writing_tasks_by_class_group on writing_tasks (class_group_id) where class_group_id is not null;

-- One student's text in a task, with their private link. Only the hash of its secret is stored.
create table writing_submissions (
  id uuid primary key,
  task_id uuid not null references writing_tasks (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  student_id uuid not null references students (id) on delete cascade,
  state text not null default 'not-begun' check (state in ('not-begun', 'writing', 'handed-in')),
  -- Null before the first link, and once it was revoked.
  link_hash text unique,
  link_created_at timestamptz,
  link_opened_at timestamptz,
  link_revoked_at timestamptz,
  -- When the student read what is recorded and agreed to begin.
  accepted_at timestamptz,
  words integer not null default 0,
  entries integer not null default 0,
  -- The number of steps that made the text.
  version integer not null default 0,
  -- Of the last batch.
  hash text,
  take_backs integer not null default 0,
  last_written_at timestamptz,
  handed_in_at timestamptz,
  document_id uuid references documents (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (task_id, student_id),
  check (link_hash is null or link_revoked_at is null)
);

create index writing_submissions_by_teacher on writing_submissions (teacher_id);
create index writing_submissions_by_student on writing_submissions (student_id);
create unique index writing_submissions_by_document on writing_submissions (document_id) where document_id is not null;

-- A device on which a student opened their link. Deleted when the link is replaced or revoked.
create table writing_sessions (
  id uuid primary key,
  submission_id uuid not null references writing_submissions (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  secret_hash text not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);

create index writing_sessions_by_submission on writing_sessions (submission_id);
create index writing_sessions_by_teacher on writing_sessions (teacher_id);

-- The record. The hash of a batch covers the one before, so that a later change shows.
create table writing_batches (
  submission_id uuid not null references writing_submissions (id) on delete cascade,
  seq integer not null,
  teacher_id uuid not null references teachers (id),
  first_entry integer not null,
  entry_count integer not null,
  first_version integer not null,
  step_count integer not null,
  client text not null,
  -- The number of the client's last entry.
  last_n integer not null,
  received_at timestamptz not null,
  hash text not null,
  -- The entries, compressed and sealed like files.
  body bytea not null,
  primary key (submission_id, seq)
);

create index writing_batches_by_teacher on writing_batches (teacher_id);

-- The text as it stands now.
create table writing_texts (
  submission_id uuid primary key references writing_submissions (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  version integer not null,
  -- The editor's JSON, compressed and sealed like files.
  body bytea not null
);

create index writing_texts_by_teacher on writing_texts (teacher_id);

alter table webhook_deliveries add column submission_id uuid;
alter table webhook_deliveries drop constraint webhook_deliveries_event_check;
alter table webhook_deliveries add constraint webhook_deliveries_event_check check (
  event in ('document.completed', 'case.opened', 'case.changed', 'case.asked', 'case.answered', 'case.decided', 'case.appealed', 'case.appeal-ended',
    'case.deleted', 'writing.handed_in', 'test'));
