-- Imaginative writing has no score, and a place of its own in the list by finding.
alter table documents drop constraint documents_finding_check;
alter table documents add constraint documents_finding_check check (
  finding in ('ai-likely', 'mixed', 'inconclusive', 'no-evidence', 'insufficient-text', 'unsupported-language', 'creative-writing')
);

-- PostgreSQL 15 cannot change what a column is generated from.
alter table documents
  drop column finding_sort,
  add column finding_sort double precision not null generated always as (
    case
      when status <> 'COMPLETED' then 0
      when finding = 'ai-likely' then 7
      when finding = 'mixed' then 6
      when finding = 'inconclusive' then 5
      when finding = 'no-evidence' then 4
      when finding = 'creative-writing' then 3
      when finding = 'unsupported-language' then 2
      when finding = 'insufficient-text' then 1
      when score is null or label = 'insufficient-text' then 1
      when coalesce(label, '') like '%ai-generated%' or round(score * 1000) >= 500 then 7
      else 4
    end + coalesce(ai_share, 0) / 2
  ) stored;

create index documents_by_finding on documents (teacher_id, finding_sort, created_at, id);
