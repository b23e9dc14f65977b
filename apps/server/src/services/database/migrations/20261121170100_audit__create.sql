-- What administrators did. It names ids and figures alone, so that an erased account leaves nothing to be known by.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  administrator_id uuid not null,
  deed text not null,
  target_id text not null,
  teacher_id uuid,
  details jsonb not null default '{}'
);
create index audit_entries_by_deed on audit_entries (deed, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log are never changed or removed.';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries for each row execute function refuse_audit_change();
create trigger audit_entries_stay_all before truncate on audit_entries for each statement execute function refuse_audit_change();

-- The usual orders of the lists that administrators read, over all teachers.
create index teachers_newest on teachers (created_at, id);
create index students_by_last_name on students (lower(last_name), lower(first_name), id);
create index class_groups_by_class_name on class_groups (lower(class_name), id);
create index documents_newest on documents (created_at, id);
create index documents_failed on documents (updated_at desc, id) where status = 'ERROR';
