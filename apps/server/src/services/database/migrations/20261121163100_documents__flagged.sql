-- What was flagged within the last days is counted without a look at all the rest.
create index documents_flagged on documents (teacher_id, completed_at) where status = 'COMPLETED' and score >= 0.7;
