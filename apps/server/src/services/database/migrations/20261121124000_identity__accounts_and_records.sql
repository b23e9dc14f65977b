-- The embedded identity provider: accounts, what the protocol remembers, keys, and counters of tries.

create table identity_account (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  password_hash text not null,
  given_name text not null,
  family_name text not null,
  created_at timestamptz not null default now()
);

create table identity_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index identity_record_grant on identity_record (grant_id);
create index identity_record_uid on identity_record (uid);
create index identity_record_expiry on identity_record (expires_at);

create table identity_secret (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

create table identity_attempt (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
