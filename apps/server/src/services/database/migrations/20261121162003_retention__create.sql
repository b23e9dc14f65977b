-- After how many days documents erase themselves. The row without a class is the teacher's own; a class with a row follows that one alone,
-- and null days keep its documents. Nobody has a row who did not ask for it.
create table retention_rules (
  teacher_id uuid not null references teachers (id),
  class_group_id uuid references class_groups (id) on delete cascade,
  days integer check (days between 1 and 3650),
  language text not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (teacher_id, class_group_id),
  check (class_group_id is not null or days is not null)
);

create index retention_rules_by_class_group on retention_rules (class_group_id);

-- Documents that will erase themselves soon. None does without having stood here for days.
create table retention_announcements (
  document_id uuid primary key references documents (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  announced_at timestamptz not null,
  erase_at timestamptz not null,
  mailed_at timestamptz
);

create index retention_announcements_by_teacher on retention_announcements (teacher_id, erase_at);
create index retention_announcements_due on retention_announcements (erase_at);
