-- The installation that this database belongs to. The uploaded files carry the same id, so that files and database of different installations
-- are never used together. Written at the first start.
create table installation_id (
  row_id integer primary key default 1 check (row_id = 1),
  id uuid not null,
  made_at timestamptz not null default now()
);
