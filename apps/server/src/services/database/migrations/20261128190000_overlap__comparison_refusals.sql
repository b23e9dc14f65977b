-- Refused requests to compare. Without references to documents: a refusal outlives them, and goes with either account.
create table comparison_refusals (
  teacher_id uuid not null references teachers (id),
  other_teacher_id uuid not null references teachers (id),
  other_document_id uuid not null,
  text_hash text not null,
  refused_at timestamptz not null,
  primary key (teacher_id, other_teacher_id, other_document_id, text_hash)
);
create index comparison_refusals_by_other_teacher on comparison_refusals (other_teacher_id);

-- Those that stand now.
insert into comparison_refusals (teacher_id, other_teacher_id, other_document_id, text_hash, refused_at)
select r.teacher_id, r.other_teacher_id, r.other_document_id, m.text_hash, r.answered_at
from comparison_requests r
join school_matches m on m.document_id = r.other_document_id and m.other_document_id = r.document_id
where r.state in ('declined', 'withdrawn') and r.answered_at is not null
on conflict do nothing;
