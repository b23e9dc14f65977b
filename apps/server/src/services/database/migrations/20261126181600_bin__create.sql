-- The bin: what a teacher deleted, kept for thirty days as copies of its rows. The rows themselves leave their tables, so that no list, count or
-- search can find them.
create table bin_items (
  -- The id of the deleted object, which it gets back.
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  kind text not null check (kind in ('document', 'student', 'class', 'writing-task', 'case')),
  name text not null,
  deleted_at timestamptz not null
);
create index bin_items_by_teacher on bin_items (teacher_id, deleted_at desc, id);
create index bin_items_by_age on bin_items (deleted_at);

-- The row of the object, and the rows that were deleted with it.
create table bin_rows (
  id bigint generated always as identity primary key,
  item_id uuid not null references bin_items (id) on delete cascade,
  table_name text not null,
  content jsonb not null
);
create index bin_rows_by_item on bin_rows (item_id, table_name);
create index bin_rows_by_id on bin_rows ((content ->> 'id')) where content ->> 'id' is not null;
create index bin_rows_by_file on bin_rows ((content ->> 'blob_key')) where content ->> 'blob_key' is not null;

-- Columns of other rows that were cleared because they named the object or a row deleted with it.
create table bin_references (
  item_id uuid not null references bin_items (id) on delete cascade,
  table_name text not null,
  column_name text not null,
  row_id uuid not null,
  value uuid not null,
  primary key (item_id, table_name, column_name, row_id)
);

-- Memberships that ended within the last hour: the screens take a student out of their classes right before they delete them, and undoing the
-- deletion brings them back into these classes.
create table ended_memberships (
  class_group_id uuid not null references class_groups (id) on delete cascade,
  student_id uuid not null references students (id) on delete cascade,
  joined_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (student_id, class_group_id)
);
create index ended_memberships_by_class_group on ended_memberships (class_group_id);
create index ended_memberships_by_age on ended_memberships (ended_at);
