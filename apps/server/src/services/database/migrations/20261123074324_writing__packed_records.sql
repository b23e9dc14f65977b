-- How many entries of a record were packed into larger rows when the text came to rest.
alter table writing_submissions add column packed_entries integer not null default 0;
create index writing_submissions_unpacked on writing_submissions (last_written_at) where entries > packed_entries;
