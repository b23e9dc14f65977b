-- A link to a new address: it holds the address that following it makes the account's own.
alter table identity_token add column email text;
alter table identity_token drop constraint identity_token_purpose_check;
alter table identity_token add constraint identity_token_purpose_check
  check (purpose in ('reset', 'verify', 'change') and (purpose = 'change') = (email is not null));
