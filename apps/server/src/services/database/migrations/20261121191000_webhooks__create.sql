-- Addresses of teachers that are told when a document is finished.
create table webhook_endpoints (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  url text not null,
  state text not null default 'on' check (state in ('on', 'off', 'gone')),
  -- Signing needs the secret itself, so it is kept as it is.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  check ((old_secret is null) = (old_secret_until is null))
);

create index webhook_endpoints_by_teacher on webhook_endpoints (teacher_id, created_at);

-- A row is the job: a worker takes it when its time has come, and it is the log afterwards.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  event text not null check (event in ('document.completed', 'test')),
  -- Of what was finished; the row of the document may be gone by now.
  document_id uuid,
  student_id uuid,
  class_group_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Null once nothing more is tried.
  next_attempt_at timestamptz,
  -- Until then the attempt under way is its worker's alone.
  held_until timestamptz,
  last_status integer,
  last_failure text check (last_failure in ('status', 'address', 'unreachable', 'timeout', 'certificate')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null))
);

create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting';
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at desc);
create index webhook_deliveries_finished on webhook_deliveries (finished_at);
