-- Work that the teacher saw being written. Only these documents form the baseline of a student, class or teacher.
alter table documents add column written_in_class boolean not null default false;

create index documents_written_in_class on documents (teacher_id, created_at, id) where written_in_class;
