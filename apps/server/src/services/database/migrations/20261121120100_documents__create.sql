create table documents (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  original_filename text not null,
  file_type text not null check (file_type in ('pdf', 'docx', 'doc', 'txt')),
  size_bytes integer not null,
  -- Key of the uploaded file in the storage; null for pasted text.
  blob_key text unique,
  status text not null check (status in ('UPLOADED', 'QUEUED', 'PROCESSING', 'COMPLETED', 'ERROR', 'LIMIT_EXCEEDED')),
  status_reason text,
  stage text check (stage in ('extracting', 'detecting', 'reporting')),
  score double precision check (score between 0 and 1),
  label text,
  word_count integer,
  character_count integer,
  page_count integer,
  student_id uuid,
  class_group_id uuid,
  assignment_id text,
  batch_id uuid,
  processing_priority text not null default 'NORMAL',
  -- The job that may work on this row; older jobs of the row find another id here and do nothing.
  job_id uuid,
  -- Runs begun since the last upload or reprocess, so that a document that kills its worker is given up in the end.
  runs integer not null default 0,
  queued_at timestamptz,
  -- Last sign of life of the worker that has it in hand.
  alive_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index documents_by_teacher on documents (teacher_id, created_at desc, id desc);
create index documents_by_student on documents (teacher_id, student_id, created_at desc) where student_id is not null;
create index documents_by_class_group on documents (teacher_id, class_group_id, created_at desc) where class_group_id is not null;
create index documents_unfinished on documents (status, queued_at) where status in ('UPLOADED', 'QUEUED', 'PROCESSING');

-- The text that was counted and scored; apart from the row, so that lists never read it.
create table document_texts (
  document_id uuid primary key references documents (id) on delete cascade,
  text text not null
);

-- What the counters need after a document is erased, and nothing else.
create table document_tombstones (
  document_id uuid primary key,
  teacher_id uuid not null references teachers (id),
  status text not null,
  word_count integer,
  created_at timestamptz not null,
  deleted_at timestamptz not null default now()
);

create index document_tombstones_by_teacher on document_tombstones (teacher_id);
