-- The second step at sign-in: the secret that an app makes codes of, sealed, and the newest step of thirty seconds whose code was taken. Without
-- `confirmed_at` it is being set up, by the sign-in of that name.
create table identity_second_step (
  account_id uuid primary key references identity_account (id) on delete cascade,
  secret text not null,
  session_uid text not null,
  recovery_salt text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- Codes for a lost phone. Only the hash is kept, and a code that was used is gone.
create table identity_recovery_code (
  account_id uuid not null references identity_second_step (account_id) on delete cascade,
  hash text not null,
  primary key (account_id, hash)
);
