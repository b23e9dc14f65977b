-- A private address at which a student reads what they are asked. Only the hash of its secret is stored.
create table case_links (
  id uuid primary key,
  -- Deferred, as for the other parts of a case: an erasure deletes the case first.
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  token_hash text not null unique,
  -- Shows the teacher what the student will see, and takes no reply.
  is_preview boolean not null default false,
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  emailed_at timestamptz,
  opened_at timestamptz,
  answered_at timestamptz,
  revoked_at timestamptz
);

create index case_links_by_case on case_links (case_id, created_at);
create index case_links_by_teacher on case_links (teacher_id);

-- What a student answers: a draft until they hand it in, and part of the record from then on.
create table case_replies (
  id uuid primary key,
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  -- The link at which it was handed in.
  link_id uuid references case_links (id) deferrable initially deferred,
  text text not null default '',
  -- [{ entry_id, question, text }]
  answers jsonb not null default '[]',
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  handed_in_at timestamptz
);

create unique index case_replies_one_draft on case_replies (case_id) where handed_in_at is null;
create index case_replies_by_case on case_replies (case_id, created_at);
create index case_replies_by_teacher on case_replies (teacher_id);
create index case_replies_by_link on case_replies (link_id) where link_id is not null;

create table case_reply_files (
  id uuid primary key,
  reply_id uuid not null references case_replies (id) deferrable initially deferred,
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  filename text not null,
  kind text not null check (kind in ('pdf', 'docx', 'doc', 'txt', 'jpg', 'png', 'heic')),
  size_bytes integer not null,
  sha256 text not null,
  blob_key text not null unique,
  added_at timestamptz not null default now()
);

create index case_reply_files_by_reply on case_reply_files (reply_id, added_at);
create index case_reply_files_by_case on case_reply_files (case_id);
create index case_reply_files_by_teacher on case_reply_files (teacher_id);

create function refuse_reply_change() returns trigger language plpgsql as $$
begin
  if old.handed_in_at is null or (tg_op = 'DELETE' and not exists (select 1 from cases where id = old.case_id)) then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  raise exception 'A reply is never changed after it was handed in, and removed only with its case.';
end
$$;
create trigger case_replies_stay before update or delete on case_replies for each row execute function refuse_reply_change();
create trigger case_replies_stay_all before truncate on case_replies for each statement execute function refuse_case_change();

create function refuse_reply_file_change() returns trigger language plpgsql as $$
declare
  changed case_reply_files;
begin
  if tg_op = 'INSERT' then changed := new; else changed := old; end if;
  if (tg_op = 'DELETE' and not exists (select 1 from cases where id = changed.case_id))
    or (tg_op <> 'UPDATE' and not exists (select 1 from case_replies where id = changed.reply_id and handed_in_at is not null)) then
    return changed;
  end if;
  raise exception 'The files of a reply are never changed after it was handed in, and removed only with their case.';
end
$$;
create trigger case_reply_files_stay before insert or update or delete on case_reply_files for each row execute function refuse_reply_file_change();
create trigger case_reply_files_stay_all before truncate on case_reply_files for each statement execute function refuse_case_change();

-- The files of replies take the teacher's storage, as documents do.
create function reply_storage_inserted() returns trigger language plpgsql as $$ begin
  insert into storage_use as u select teacher_id, sum(size_bytes) from added group by 1 having sum(size_bytes) > 0 order by 1
  on conflict (teacher_id) do update set bytes = u.bytes + excluded.bytes;
  return null;
end $$;
create function reply_storage_deleted() returns trigger language plpgsql as $$ begin
  update storage_use as u set bytes = u.bytes - gone.bytes
  from (select teacher_id, sum(size_bytes) as bytes from removed group by 1) as gone where u.teacher_id = gone.teacher_id;
  delete from storage_use as u using (select distinct teacher_id from removed) as gone where u.teacher_id = gone.teacher_id and u.bytes = 0;
  return null;
end $$;
create trigger case_reply_files_storage_inserted after insert on case_reply_files
  referencing new table as added for each statement execute function reply_storage_inserted();
create trigger case_reply_files_storage_deleted after delete on case_reply_files
  referencing old table as removed for each statement execute function reply_storage_deleted();

-- The timeline says when the student was given a link, opened it, and answered there.
alter table case_entries add column reply_id uuid references case_replies (id) deferrable initially deferred;
create index case_entries_by_reply on case_entries (reply_id) where reply_id is not null;
alter table case_entries drop constraint case_entries_kind_check;
alter table case_entries add constraint case_entries_kind_check check (
  kind in ('opened', 'document-added', 'asked', 'answer', 'meeting', 'decided', 'link-made', 'link-opened', 'link-withdrawn'));
