-- Jobs look for the deliveries of one teacher.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (teacher_id, next_attempt_at) where state = 'waiting';
