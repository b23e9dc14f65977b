-- Frozen results. A newer detector adds a row; the shown one is the newest by its own time.
create table reports (
  id uuid primary key,
  document_id uuid not null references documents (id) on delete cascade,
  body jsonb not null,
  created_at timestamptz not null default now()
);

create index reports_by_document on reports (document_id, created_at desc);
