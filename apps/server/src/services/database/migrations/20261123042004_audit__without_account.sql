-- What a student does at a private link, and the end of its time, is recorded although no account did it.
alter table audit_entries alter column administrator_id drop not null;

-- When the audit log was told that the time of a link ended. Links that ended before are told as well.
alter table case_links add column expiry_recorded_at timestamptz;
create index case_links_by_expiry on case_links (expires_at) where expiry_recorded_at is null and answered_at is null and revoked_at is null;
