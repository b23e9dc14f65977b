-- Tokens of the school's sign-in service give and take the administrator role. One issued before the last change no longer decides.
alter table teachers add column role_token_issued_at timestamptz;
