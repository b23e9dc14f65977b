-- Fingerprints of completed documents, by which later ones are compared with them. They are hashes of five words each, never text.
-- Short numbers for accounts and documents, because each stands in the index thirty times.
create table fingerprint_owners (
  no integer generated always as identity primary key,
  teacher_id uuid not null unique references teachers (id)
);

create table fingerprinted_documents (
  document_id uuid primary key references documents (id) on delete cascade,
  no integer generated always as identity unique,
  owner integer not null references fingerprint_owners (no),
  -- How the fingerprints were made; 0 when they still must be.
  version smallint not null default 0,
  hashes integer[] not null default '{}',
  -- When the document was last compared with the others of its teacher, and how often that was begun since it is due.
  compared_at timestamptz,
  runs smallint not null default 0
);
create index fingerprinted_documents_due on fingerprinted_documents (owner, no) where compared_at is null;
create index fingerprinted_documents_by_owner on fingerprinted_documents (owner);

create table fingerprints (
  owner integer not null,
  hash integer not null,
  document integer not null,
  primary key (owner, hash, document)
);

-- No fingerprint outlives its document, however that was deleted.
create function keep_fingerprints() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from fingerprints f using unnest(old.hashes) as gone (hash) where f.owner = old.owner and f.hash = gone.hash and f.document = old.no;
  end if;
  if tg_op <> 'DELETE' then
    insert into fingerprints (owner, hash, document) select new.owner, hash, new.no from unnest(new.hashes) as hash on conflict do nothing;
  end if;
  return null;
end $$;
create trigger fingerprints_follow after insert or delete or update of hashes on fingerprinted_documents
  for each row execute function keep_fingerprints();

-- A document compared with earlier ones is a comparison of its own.
alter table overlap_comparisons add column document_id uuid unique references documents (id) on delete cascade;
alter table overlap_comparisons drop constraint overlap_comparisons_check;
alter table overlap_comparisons add constraint overlap_comparisons_of check (num_nonnulls(class_group_id, batch_id, document_id) = 1);

-- What is there already waits to be compared.
insert into fingerprint_owners (teacher_id) select distinct teacher_id from documents where status = 'COMPLETED' and not is_sample;
insert into fingerprinted_documents (document_id, owner)
select d.id, o.no from documents d join fingerprint_owners o using (teacher_id) where d.status = 'COMPLETED' and not d.is_sample order by d.created_at;
