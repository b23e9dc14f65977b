-- The name as it is searched and sorted. A stored column, because an index answers alone only for columns, not for expressions.
alter table documents add column search_name text generated always as (lower(original_filename)) stored;

-- Searching reads this index and no row: all that a search looks at is in it.
drop index documents_by_teacher;
create index documents_by_teacher on documents (teacher_id, created_at desc, id desc) include (search_name, student_id, class_group_id);

drop index documents_by_filename;
create index documents_by_filename on documents (teacher_id, search_name, created_at, id);
