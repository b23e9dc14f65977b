-- How far a model has read the texts that earlier ones scored, for imaginative writing, which it no longer judges.
create table rereadings (
  model_hash text primary key,
  after_id uuid,
  finished_at timestamptz
);

-- A finding that does not stand by today's measure, and whether its teacher has seen the notice.
alter table documents add column finding_withdrawn text check (finding_withdrawn in ('unseen', 'seen'));

create index documents_with_withdrawn_finding on documents (teacher_id) where finding_withdrawn = 'unseen';
