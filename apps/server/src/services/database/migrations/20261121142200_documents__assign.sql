-- The student's name as lists are sorted by it, beside the document: sorting 100,000 rows by another table's column is too slow.
alter table documents add column student_sort text not null default '';
alter table documents add foreign key (student_id) references students (id) on delete set null;
alter table documents add foreign key (class_group_id) references class_groups (id) on delete set null;

-- A student and a class have one teacher, so the teacher need not lead; and the keys above look here for what they must clear.
drop index documents_by_student;
create index documents_by_student on documents (student_id, created_at desc, id desc) where student_id is not null;
drop index documents_by_class_group;
create index documents_by_class_group on documents (class_group_id, created_at desc, id desc) where class_group_id is not null;

-- One for each order of the list; each is read in both directions.
create index documents_by_filename on documents (teacher_id, lower(original_filename), created_at, id);
create index documents_by_status on documents (teacher_id, status, created_at, id);
create index documents_by_score on documents (teacher_id, coalesce(score, -1), created_at, id);
create index documents_by_word_count on documents (teacher_id, coalesce(word_count, -1), created_at, id);
create index documents_by_student_name on documents
  (teacher_id, (case when student_id is null then '' else student_sort end), created_at, id);
create index documents_without_student on documents (teacher_id, created_at desc, id desc) where student_id is null;
create index documents_without_class_group on documents (teacher_id, created_at desc, id desc) where class_group_id is null;
