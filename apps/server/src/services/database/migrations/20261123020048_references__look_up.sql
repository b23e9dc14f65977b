-- References of a document that a teacher had looked up in public catalogues; one row for each document.
create table reference_look_ups (
  id uuid primary key,
  document_id uuid not null unique references documents (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  state text not null check (state in ('waiting', 'looking', 'ready', 'failed')),
  runs integer not null default 0,
  reference_count integer not null default 0,
  done integer not null default 0,
  results jsonb not null default '[]',
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index reference_look_ups_by_teacher on reference_look_ups (teacher_id);

-- What the catalogues answered, for a while. The question is stored as a hash alone, and the answer describes published works.
create table bibliographic_answers (
  question_hash text primary key,
  records jsonb not null,
  expires_at timestamptz not null
);
create index bibliographic_answers_by_expiry on bibliographic_answers (expires_at);
