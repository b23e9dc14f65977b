-- Whether reports compare with the texts written in class of every teacher, as counts alone. Without a row they do not.
create table school_baseline (
  id int primary key check (id = 1),
  is_shared boolean not null,
  changed_at timestamptz not null default now()
);

create index documents_written_in_class_newest on documents (created_at) where written_in_class;
