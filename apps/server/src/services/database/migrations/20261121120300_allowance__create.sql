-- Every movement of words is a row; what is used in a cycle is their sum. Rows outlive their documents.
create table allowance_movements (
  id bigint generated always as identity primary key,
  teacher_id uuid not null references teachers (id),
  document_id uuid not null,
  kind text not null check (kind in ('reserved', 'kept', 'released')),
  -- Positive spends, negative gives back, zero only notes that a reservation is kept.
  words integer not null,
  cycle_start timestamptz not null,
  created_at timestamptz not null default now()
);

create index allowance_movements_by_cycle on allowance_movements (teacher_id, cycle_start);
create index allowance_movements_by_document on allowance_movements (document_id);
