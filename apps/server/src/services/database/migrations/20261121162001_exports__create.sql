-- Archives that teachers asked for. The row is the job: a worker takes it, and another goes on when that one falls silent.
create table exports (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  -- Of the reports in it, as a tag.
  language text not null,
  state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
  documents_done integer not null default 0,
  documents_total integer not null default 0,
  runs integer not null default 0,
  alive_at timestamptz,
  -- Named before anything is stored under it, so that a file never lacks its row.
  blob_key text unique,
  size_bytes bigint,
  -- SHA-256 of the secret in the last address that was given out.
  ticket_hash text unique,
  ticket_expires_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

create index exports_by_teacher on exports (teacher_id, created_at desc);
create unique index exports_one_at_a_time on exports (teacher_id) where state in ('waiting', 'making');
