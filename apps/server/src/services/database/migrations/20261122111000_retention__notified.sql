-- The email that names an announced document, and when it was sent: only days after that is the document erased. What was mailed before this was
-- recorded is mailed once more.
alter table retention_announcements add column mail_id uuid, add column notified_at timestamptz;
update retention_announcements set mailed_at = null;

drop index retention_announcements_due;
create index retention_announcements_due on retention_announcements (erase_at) where notified_at is not null;
create index retention_announcements_unsent on retention_announcements (mail_id) where notified_at is null;
