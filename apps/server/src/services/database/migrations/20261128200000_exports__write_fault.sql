-- Why an archive could not be stored, where the disk was the cause.
alter table exports add column write_fault text check (write_fault in ('full', 'read-only'));
