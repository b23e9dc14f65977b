-- Registrations that wait for the link in a mail. Whether there is an account with the address is looked up after the answer was sent.
create table identity_registration (
  id bigint generated always as identity primary key,
  email text not null,
  given_name text not null,
  family_name text not null,
  password_hash text not null,
  language text not null check (language in ('en', 'fr')),
  -- The sign-in that was under way, to go on in the same browser.
  interaction_uid text not null,
  -- Null until the mail is written.
  token_hash text unique,
  -- Once the link was followed: the account that was made, and what lets the browser that followed it in.
  account_id uuid references identity_account (id) on delete cascade,
  entry_hash text unique,
  created_at timestamptz not null default now()
);
create index identity_registration_by_email on identity_registration (email);
