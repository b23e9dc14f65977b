create table class_groups (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  class_name text not null,
  academic_year text,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index class_groups_by_name on class_groups (teacher_id, lower(class_name), lower(coalesce(academic_year, '')));

-- The one place that says who is in which class.
create table class_memberships (
  class_group_id uuid not null references class_groups (id) on delete cascade,
  student_id uuid not null references students (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (class_group_id, student_id)
);

create index class_memberships_by_student on class_memberships (student_id, class_group_id);

create table class_group_tombstones (
  class_group_id uuid primary key,
  teacher_id uuid not null references teachers (id),
  deleted_at timestamptz not null default now()
);
