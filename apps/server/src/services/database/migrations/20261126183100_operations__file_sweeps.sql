-- The state of the hourly sweep of files without a row.
create table file_sweeps (
  row_id integer primary key default 1 check (row_id = 1),
  -- Why the last sweep removed nothing; null if it was not held.
  held text check (held in ('share', 'restore', 'installation')),
  held_since timestamptz,
  -- Files without a row, and all files, as the held sweep counted them.
  held_files integer,
  held_of integer,
  -- Up to how many files an administrator allows the next sweep to remove.
  agreed_files integer,
  -- When a backup was last restored, and when an administrator last agreed to a sweep.
  restored_at timestamptz,
  restore_agreed_at timestamptz
);
