-- When an email is tried next is known by its job in the queue.
drop index mails_due;
alter table mails drop column next_try_at;
create index mails_waiting on mails (id) where sent_at is null and failed_at is null;
