alter table identity_account
  -- People who sign in through another provider need no password here.
  alter column password_hash drop not null,
  add column email_verified_at timestamptz,
  add column language text not null default 'en' check (language in ('en', 'fr'));

-- Links in mails. Only the hash is kept, and a link that was used is gone.
create table identity_token (
  hash text primary key,
  purpose text not null check (purpose in ('reset', 'verify')),
  account_id uuid not null references identity_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index identity_token_by_account on identity_token (account_id, purpose);

-- Asked for, not looked at yet: the answer to the person is sent before anybody knows whether there is an account.
create table identity_reset_request (
  id bigint primary key generated always as identity,
  email text not null,
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null default now()
);

-- What a person recognises a sign-in by; the sign-in itself lies in identity_record.
create table identity_device (
  session_uid text primary key,
  account_id uuid not null references identity_account (id) on delete cascade,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);

create index identity_device_by_account on identity_device (account_id);
create index identity_record_session_account on identity_record ((payload ->> 'accountId')) where model = 'Session';

-- Accounts of other providers that lead to an account here.
create table identity_link (
  issuer text not null,
  subject text not null,
  account_id uuid not null references identity_account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create index identity_link_by_account on identity_link (account_id);

-- Signing keys. The one that signs is the newest whose time has come; the next is published before, the last ones stay for their tokens.
create table identity_key (
  kid text primary key,
  jwk jsonb not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null
);

insert into identity_key (kid, jwk, created_at, signs_from)
select value ->> 'kid', value, created_at, created_at from identity_secret where name = 'signing-key';
delete from identity_secret where name = 'signing-key';
