-- From here on every call of the account is refused.
alter table teachers add column erasing_since timestamptz;

-- Accounts on their way out, and afterwards the receipts: who it was is forgotten with the account.
create table erasures (
  id uuid primary key,
  teacher_id uuid unique,
  subject text,
  -- SHA-256 of the subject, for a day: access tokens that were given out before must not make the account anew.
  subject_hash text,
  erased jsonb not null default '{}',
  sign_in text check (sign_in in ('erased', 'kept-by-provider')),
  alive_at timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  sha256 text,
  check ((finished_at is null) = (teacher_id is not null)),
  check ((finished_at is null) = (subject is not null))
);

create index erasures_by_subject on erasures (subject_hash) where subject_hash is not null;
