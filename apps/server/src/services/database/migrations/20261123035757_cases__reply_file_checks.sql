-- What a file that a student handed in says about itself. The file never changes; this follows once it was read.
create table case_reply_file_checks (
  file_id uuid primary key references case_reply_files (id) on delete cascade deferrable initially deferred,
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  state text not null check (state in ('waiting', 'read', 'unread')),
  reason text,
  words integer,
  page_count integer,
  facts jsonb not null default '[]',
  runs integer not null default 0,
  checked_at timestamptz
);
create index case_reply_file_checks_by_case on case_reply_file_checks (case_id);
create index case_reply_file_checks_by_teacher on case_reply_file_checks (teacher_id);
create index case_reply_file_checks_waiting on case_reply_file_checks (file_id) where state = 'waiting';

-- Replies that were handed in before are read now: a job is sent for each file that waits without one.
insert into case_reply_file_checks (file_id, case_id, teacher_id, state, reason)
select f.id, f.case_id, f.teacher_id,
  case when f.kind in ('jpg', 'png', 'heic') then 'unread' else 'waiting' end,
  case when f.kind in ('jpg', 'png', 'heic') then 'picture' end
from case_reply_files f join case_replies r on r.id = f.reply_id where r.handed_in_at is not null;
