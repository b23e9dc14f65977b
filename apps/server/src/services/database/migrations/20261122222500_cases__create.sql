-- Conversations with students about documents: asked, heard, decided, and kept on record.
create table cases (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  student_id uuid references students (id) on delete set null,
  -- The name for the time after the student was deleted.
  student_name text not null,
  class_group_id uuid references class_groups (id) on delete set null,
  state text not null default 'new' check (state in ('new', 'asked', 'answered', 'decided')),
  outcome text check (outcome in ('cleared', 'support-agreed', 'referred', 'no-action')),
  due_on date,
  notes text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'decided') = (outcome is not null)),
  check ((state = 'decided') = (decided_at is not null))
);

create index cases_by_teacher on cases (teacher_id, updated_at desc, id desc);
create index cases_by_student on cases (student_id) where student_id is not null;
create index cases_by_class_group on cases (class_group_id) where class_group_id is not null;
create index cases_by_age on cases (updated_at);

-- The report of each document as it was when it was added. The document may be deleted later.
create table case_documents (
  document_id uuid primary key,
  -- Deferred, because an erasure deletes the case first; see the trigger below.
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  filename text not null,
  report jsonb not null,
  added_at timestamptz not null default now()
);

create index case_documents_by_case on case_documents (case_id, added_at);
create index case_documents_by_teacher on case_documents (teacher_id);

-- The timeline, with every decision.
create table case_entries (
  id bigint generated always as identity primary key,
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  at timestamptz not null default now(),
  kind text not null check (kind in ('opened', 'document-added', 'asked', 'answer', 'meeting', 'decided')),
  text text,
  outcome text check (outcome in ('cleared', 'support-agreed', 'referred', 'no-action')),
  unheard_reason text,
  check ((kind = 'decided') = (outcome is not null))
);

create index case_entries_by_case on case_entries (case_id, id);
create index case_entries_by_teacher on case_entries (teacher_id);

create function refuse_case_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from cases where id = old.case_id) then
    return old;
  end if;
  raise exception 'The record of a case is never changed, and removed only with the case.';
end
$$;
create trigger case_documents_stay before update or delete on case_documents for each row execute function refuse_case_change();
create trigger case_documents_stay_all before truncate on case_documents for each statement execute function refuse_case_change();
create trigger case_entries_stay before update or delete on case_entries for each row execute function refuse_case_change();
create trigger case_entries_stay_all before truncate on case_entries for each statement execute function refuse_case_change();

-- The rules of this installation, in one row; none until an administrator changes them.
create table case_policy (
  id boolean primary key default true check (id),
  may_refer_unheard boolean not null default true,
  retention_days integer check (retention_days between 30 and 3650),
  -- When retention was last turned on or shortened.
  retention_set_at timestamptz
);

alter table webhook_deliveries add column case_id uuid;
alter table webhook_deliveries drop constraint webhook_deliveries_event_check;
alter table webhook_deliveries add constraint webhook_deliveries_event_check check (
  event in ('document.completed', 'case.opened', 'case.changed', 'case.asked', 'case.answered', 'case.decided', 'case.deleted', 'test'));
