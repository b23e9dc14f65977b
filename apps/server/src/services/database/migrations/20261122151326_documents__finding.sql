-- What the report of each document leads with, beside the document: lists show it, filter by it and sort by it. Results themselves do not change.
alter table documents
  add column finding text check (finding in ('ai-likely', 'mixed', 'inconclusive', 'no-evidence', 'insufficient-text', 'unsupported-language')),
  add column ai_share double precision check (ai_share between 0 and 1);

update documents d set finding = first.body ->> 'finding', ai_share = (first.body ->> 'ai_share')::double precision
from (select distinct on (document_id) document_id, body from reports order by document_id, created_at, id) as first
where d.id = first.document_id and d.status = 'COMPLETED';

-- The order of the list by finding: its rank, and within it the share of the words. Results without a finding are read by label and score, as the
-- report reads them.
alter table documents add column finding_sort double precision not null generated always as (
  case
    when status <> 'COMPLETED' then 0
    when finding = 'ai-likely' then 6
    when finding = 'mixed' then 5
    when finding = 'inconclusive' then 4
    when finding = 'no-evidence' then 3
    when finding = 'unsupported-language' then 2
    when finding = 'insufficient-text' then 1
    when score is null or label = 'insufficient-text' then 1
    when coalesce(label, '') like '%ai-generated%' or round(score * 1000) >= 500 then 6
    else 3
  end + coalesce(ai_share, 0) / 2
) stored;

create index documents_by_finding on documents (teacher_id, finding_sort, created_at, id);
