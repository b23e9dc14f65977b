-- A student can appeal against a decision, to somebody whom an administrator named.
alter table case_policy add column appeal_days integer not null default 14 check (appeal_days between 1 and 90);

create table case_reviewers (
  teacher_id uuid primary key references teachers (id),
  added_at timestamptz not null default now()
);

-- Fixed when the decision is made: a later change of the rules takes no time from a student. Earlier decisions have none.
alter table case_entries add column appeal_until timestamptz;
alter table case_entries drop constraint case_entries_kind_check;
alter table case_entries add constraint case_entries_kind_check check (
  kind in ('opened', 'document-added', 'asked', 'answer', 'meeting', 'decided', 'link-made', 'link-opened', 'link-withdrawn',
    'appealed', 'appeal-upheld', 'appeal-changed'));
alter table case_entries drop constraint case_entries_check;
alter table case_entries add constraint case_entries_outcome_of_decision check ((kind in ('decided', 'appeal-changed')) = (outcome is not null));

-- An appeal is handed in as a reply is, with a draft of its own.
alter table case_replies add column is_appeal boolean not null default false;
drop index case_replies_one_draft;
create unique index case_replies_one_draft on case_replies (case_id, is_appeal) where handed_in_at is null;

create table case_appeals (
  id uuid primary key,
  -- Deferred, as for the other parts of a case: an erasure deletes the case first.
  case_id uuid not null references cases (id) deferrable initially deferred,
  teacher_id uuid not null references teachers (id),
  -- The entry that holds the decision. There is one appeal for each.
  decision_id bigint not null unique references case_entries (id) deferrable initially deferred,
  reply_id uuid not null unique references case_replies (id) deferrable initially deferred,
  -- Of the page at which the student appealed.
  language text not null,
  -- Null while nobody is named who could decide it, and once the account is erased.
  reviewer_id uuid references teachers (id) on delete set null,
  appealed_at timestamptz not null,
  read_at timestamptz,
  ended_at timestamptz,
  -- What replaced the decision; null where it stands.
  outcome text check (outcome in ('cleared', 'support-agreed', 'referred', 'no-action')),
  check (reviewer_id <> teacher_id),
  check (outcome is null or ended_at is not null)
);

create unique index case_appeals_one_open on case_appeals (case_id) where ended_at is null;
create index case_appeals_by_case on case_appeals (case_id, appealed_at);
create index case_appeals_by_teacher on case_appeals (teacher_id);
create index case_appeals_by_reviewer on case_appeals (reviewer_id, appealed_at desc);

create function refuse_appeal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from cases where id = old.case_id) then
    return old;
  end if;
  -- The account of the person who decided can be erased.
  if tg_op = 'UPDATE' and (old.ended_at is null or (new.reviewer_id is null and to_jsonb(new) - 'reviewer_id' = to_jsonb(old) - 'reviewer_id')) then
    return new;
  end if;
  raise exception 'An appeal is never changed after its end, and removed only with its case.';
end
$$;
create trigger case_appeals_stay before update or delete on case_appeals for each row execute function refuse_appeal_change();
create trigger case_appeals_stay_all before truncate on case_appeals for each statement execute function refuse_case_change();

alter table webhook_deliveries drop constraint webhook_deliveries_event_check;
alter table webhook_deliveries add constraint webhook_deliveries_event_check check (
  event in ('document.completed', 'case.opened', 'case.changed', 'case.asked', 'case.answered', 'case.decided', 'case.appealed', 'case.appeal-ended',
    'case.deleted', 'test'));
