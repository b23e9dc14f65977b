-- Texts that a teacher adds to a class, to see which of its documents share passages with them. Nobody's words are counted or scored here.
create table class_sources (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  class_group_id uuid not null references class_groups (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('book', 'model-answer', 'chatbot', 'other')),
  state text not null check (state in ('waiting', 'ready', 'failed')),
  failure jsonb,
  -- The uploaded file, until it is read.
  blob_key text,
  size_bytes bigint not null default 0,
  sha256 text,
  -- As it was pasted, and then as it was read.
  text text not null default '',
  words integer,
  runs integer not null default 0,
  created_at timestamptz not null
);
create index class_sources_by_class on class_sources (class_group_id, created_at, id);
create index class_sources_by_teacher on class_sources (teacher_id);
create index class_sources_waiting on class_sources (id) where state = 'waiting';
create index class_sources_by_file on class_sources (blob_key) where blob_key is not null;

-- Offsets are only valid in a text of the document with this SHA-256. A source never changes.
create table source_matches (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  document_id uuid not null references documents (id) on delete cascade,
  source_id uuid not null references class_sources (id) on delete cascade,
  text_hash text not null,
  words integer not null,
  share double precision not null,
  share_source double precision not null,
  passages jsonb not null,
  unique (document_id, source_id)
);
create index source_matches_by_source on source_matches (source_id);
create index source_matches_by_teacher on source_matches (teacher_id);
