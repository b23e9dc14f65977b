-- Comparisons of the documents of a class or an upload, one for each. They hold places in texts, never student text.
create table overlap_comparisons (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  class_group_id uuid unique references class_groups (id) on delete cascade,
  batch_id uuid,
  -- Pasted by the teacher.
  assignment_text text not null,
  state text not null check (state in ('waiting', 'comparing', 'ready', 'failed')),
  reason text,
  progress double precision not null default 0,
  documents integer not null default 0,
  pairs integer not null default 0,
  left_out jsonb not null default '{"quotation": 0, "assignment": 0, "common": 0}',
  runs integer not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((class_group_id is null) <> (batch_id is null)),
  unique (teacher_id, batch_id)
);

-- Offsets are only valid in a text with this SHA-256.
create table overlap_pairs (
  id uuid primary key,
  comparison_id uuid not null references overlap_comparisons (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  document_a uuid not null references documents (id) on delete cascade,
  document_b uuid not null references documents (id) on delete cascade,
  text_hash_a text not null,
  text_hash_b text not null,
  words integer not null,
  share_a double precision not null,
  share_b double precision not null,
  passages jsonb not null
);
create index overlap_pairs_by_share on overlap_pairs (comparison_id, (greatest(share_a, share_b)) desc, id);
create index overlap_pairs_by_a on overlap_pairs (document_a);
create index overlap_pairs_by_b on overlap_pairs (document_b);
create index overlap_pairs_by_teacher on overlap_pairs (teacher_id);

-- Passages of most of the documents, with their place in one of them.
create table overlap_common_passages (
  id uuid primary key,
  comparison_id uuid not null references overlap_comparisons (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  document_id uuid not null references documents (id) on delete cascade,
  text_hash text not null,
  text_start integer not null,
  text_end integer not null,
  words integer not null,
  documents integer not null
);
create index overlap_common_by_comparison on overlap_common_passages (comparison_id);
create index overlap_common_by_document on overlap_common_passages (document_id);
create index overlap_common_by_teacher on overlap_common_passages (teacher_id);
