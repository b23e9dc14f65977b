-- Answers of uploads that came with an Idempotency-Key, for 24 hours: the same upload under the same key is answered again and stores nothing.
create table upload_answers (
  teacher_id uuid not null references teachers (id),
  key text not null,
  -- SHA-256 of the call with its fields and files.
  request_sha256 text not null,
  -- The first document. What the answer says of it goes with it.
  document_id uuid not null references documents (id) on delete cascade,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (teacher_id, key)
);
create index upload_answers_by_document on upload_answers (document_id);
create index upload_answers_by_age on upload_answers (created_at);
