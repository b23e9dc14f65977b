-- Which sign-ins ended within the life of an access token.
create index identity_record_ended_grants on identity_record (consumed_at) where model = 'Grant' and consumed_at is not null;
-- When what an account had granted ended, because the sign-in service's roles no longer gave access.
alter table teachers add column access_ended_at timestamptz;
