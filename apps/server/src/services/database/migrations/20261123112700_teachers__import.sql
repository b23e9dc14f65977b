-- Accounts that a list of teachers made, or has named at least once; only these are ever deactivated by a list.
alter table teachers add column listed_at timestamptz;
-- Made by a list for somebody who has not signed in yet.
alter table teachers add column invited_at timestamptz;
alter table teachers add column deactivated_at timestamptz;
-- Whether the last token confirmed the address.
alter table teachers add column email_verified boolean not null default false;

-- Every run of an import, without a name or an address.
create table teacher_imports (
  id uuid primary key,
  source text not null check (source in ('upload', 'schedule')),
  at timestamptz not null,
  -- Why nothing was changed.
  fault text,
  added int not null,
  changed int not null,
  deactivated int not null,
  unchanged int not null,
  -- Lines of the file, and what is wrong with each.
  problems jsonb not null
);
create index teacher_imports_latest on teacher_imports (at);
