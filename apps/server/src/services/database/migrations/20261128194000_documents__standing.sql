-- What a document is to its teacher, decided by standing/rules.ts alone and stored beside it, so that an index counts it.
-- Documents that are there already have none until `count-standings` has worked on them; samples never have one.
alter table documents
  add column standing text check (standing in ('needs-you', 'unclear', 'nothing-found', 'unread', 'closed')),
  add column standing_reasons text[] not null default '{}',
  add column standing_detail text,
  add column standing_since timestamptz,
  add column standing_sort double precision not null default 0,
  -- When its teacher put it away.
  add column done_at timestamptz;
alter table documents alter column standing_since set default now();

-- The first counts the documents of a teacher without a look at a row; the second is the order of the queue.
create index documents_by_standing on documents (teacher_id, standing, created_at)
  include (status, student_id, class_group_id, batch_id) where standing is not null;
create index documents_by_queue on documents (teacher_id, standing_sort, created_at, id);
create index documents_uncounted on documents (id) where standing is null and not is_sample;

-- What other features know of a document that bears on its standing.
create table standing_evidence (
  document_id uuid primary key references documents (id) on delete cascade,
  -- The kind of its first notable fact.
  file_fact text,
  -- The most that was inserted at once in the writing room, and the share of the text.
  inserted_words integer,
  inserted_share double precision,
  -- A stretch of it came key by key, faster than anybody types.
  is_too_fast boolean,
  -- Its case: when it was decided, and when the student answered after the teacher had last opened it.
  decided_at timestamptz,
  replied_at timestamptz
);

-- Passages of at least 40 words that two documents share, from the view of each.
create table shared_texts (
  document_id uuid not null references documents (id) on delete cascade,
  other_id uuid not null references documents (id) on delete cascade,
  -- Found by the comparison of a class or an upload; otherwise by that with earlier documents.
  is_together boolean not null,
  pair_id uuid not null,
  words integer not null,
  -- Whether both are of one student; null while that is not known of either.
  is_own_work boolean,
  -- When they were first found to share something.
  found_at timestamptz not null,
  primary key (document_id, other_id, is_together)
);
create index shared_texts_by_other on shared_texts (other_id);
