create table students (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  first_name text not null,
  last_name text not null,
  email text,
  external_student_id text,
  descriptor text,
  year_group text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index students_by_teacher on students (teacher_id, created_at desc, id desc);
-- The id a school gave a student names one student of a teacher, so that a list sent twice adds nobody twice.
create unique index students_by_external_id on students (teacher_id, lower(external_student_id)) where external_student_id is not null;

-- Ids that were deleted, so that deleting again is no error; nothing about the student stays.
create table student_tombstones (
  student_id uuid primary key,
  teacher_id uuid not null references teachers (id),
  deleted_at timestamptz not null default now()
);
