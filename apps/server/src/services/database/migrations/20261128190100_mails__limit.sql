-- By which emails are counted that one person causes another to get.
alter table mails add column limit_hash text;
create index mails_by_limit on mails (limit_hash, created_at) where limit_hash is not null;
