-- Which documents share a common passage. Empty for comparisons made before, which only counted them.
alter table overlap_common_passages add column document_ids uuid[] not null default '{}';
