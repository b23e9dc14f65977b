-- The counter of recent documents counts findings, as every other surface does: a score of at least 0.5.
drop index documents_flagged;
create index documents_flagged on documents (teacher_id, completed_at) where status = 'COMPLETED' and score >= 0.5;
