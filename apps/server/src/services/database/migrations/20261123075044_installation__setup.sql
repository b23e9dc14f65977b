-- The first start: the code that makes an account the administrator of an installation that others can reach, and when the welcome page was finished.
create table installation_setup (
  id integer primary key check (id = 1),
  -- Readable, so that every process and every restart prints the same one. Null where none is needed, and once it was used.
  code text,
  finished_at timestamptz
);
-- Installations that have accounts were set up without the page.
insert into installation_setup (id, finished_at) select 1, now() where exists (select from teachers);
