-- False once the file or the pasted text was given up because the document could not be processed.
alter table documents add column is_content_kept boolean not null default true;

-- Bytes that a teacher's documents keep, so that an upload can be checked without reading all of their rows. A teacher without any has no row.
create table storage_use (
  teacher_id uuid primary key,
  bytes bigint not null
);
insert into storage_use select teacher_id, sum(size_bytes) from documents group by 1 having sum(size_bytes) > 0;

create function storage_inserted() returns trigger language plpgsql as $$ begin
  insert into storage_use as u select teacher_id, sum(size_bytes) from added where is_content_kept group by 1 having sum(size_bytes) > 0 order by 1
  on conflict (teacher_id) do update set bytes = u.bytes + excluded.bytes;
  return null;
end $$;

create function storage_deleted() returns trigger language plpgsql as $$ begin
  update storage_use as u set bytes = u.bytes - gone.bytes
  from (select teacher_id, sum(size_bytes) as bytes from removed where is_content_kept group by 1) as gone where u.teacher_id = gone.teacher_id;
  delete from storage_use as u using (select distinct teacher_id from removed) as gone where u.teacher_id = gone.teacher_id and u.bytes = 0;
  return null;
end $$;

create function storage_given_up() returns trigger language plpgsql as $$ begin
  update storage_use set bytes = bytes - old.size_bytes where teacher_id = old.teacher_id;
  delete from storage_use where teacher_id = old.teacher_id and bytes = 0;
  return null;
end $$;

create trigger documents_storage_inserted after insert on documents
  referencing new table as added for each statement execute function storage_inserted();
create trigger documents_storage_deleted after delete on documents
  referencing old table as removed for each statement execute function storage_deleted();
-- Content is only ever given up, and rarely: most updates of a document cost nothing here.
create trigger documents_storage_given_up after update of is_content_kept on documents
  for each row when (old.is_content_kept and not new.is_content_kept) execute function storage_given_up();
