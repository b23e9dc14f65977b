-- Whether documents are compared across the teachers of the installation. At most one row, which those who write matches lock.
create table school_comparison (
  id integer primary key check (id = 1),
  is_on boolean not null,
  changed_at timestamptz not null default now()
);

-- Documents of different teachers that share passages: a row for each side, so that every teacher reads rows of their own alone.
-- Offsets are only valid in texts with these hashes.
create table school_matches (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  document_id uuid not null references documents (id) on delete cascade,
  other_teacher_id uuid not null references teachers (id),
  other_document_id uuid not null references documents (id) on delete cascade,
  -- Which of the two documents was compared when this was found.
  found_by uuid not null,
  text_hash text not null,
  words integer not null,
  share double precision not null,
  passages jsonb not null,
  unique (document_id, other_document_id)
);
create index school_matches_by_teacher on school_matches (teacher_id);
create index school_matches_by_other_teacher on school_matches (other_teacher_id);
create index school_matches_by_other_document on school_matches (other_document_id);

-- One teacher asks another to let both read the passages that two of their documents share. Each pair of documents has one request.
create table comparison_requests (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  document_id uuid not null references documents (id) on delete cascade,
  other_teacher_id uuid not null references teachers (id),
  other_document_id uuid not null references documents (id) on delete cascade,
  -- That of the screens of the teacher who asks, for the email with the answer.
  language text not null,
  state text not null check (state in ('waiting', 'agreed', 'declined', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  read_at timestamptz
);
create unique index comparison_requests_of_pair on comparison_requests (least(document_id, other_document_id), greatest(document_id, other_document_id));
create index comparison_requests_by_teacher on comparison_requests (teacher_id);
create index comparison_requests_by_other_teacher on comparison_requests (other_teacher_id);
create index comparison_requests_by_document on comparison_requests (document_id);
create index comparison_requests_by_other_document on comparison_requests (other_document_id);
