-- Work on backups. The backups themselves are folders: they must be there when the database is not.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('make', 'verify')),
  backup_id text not null,
  made_by text check (made_by in ('administrator', 'schedule')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  step text check (step in ('copying', 'database', 'hashing', 'verifying')),
  done_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  status_reason text,
  runs int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((made_by is not null) = (kind = 'make')),
  check ((ended_at is not null) = (state in ('done', 'failed')))
);
-- One at a time.
create unique index backup_runs_unfinished on backup_runs ((true)) where state in ('waiting', 'running');
create index backup_runs_by_backup on backup_runs (backup_id, created_at desc);

-- Links that download a backup; the newest of each.
create table backup_links (
  backup_id text primary key,
  ticket_hash text not null unique,
  expires_at timestamptz not null
);
