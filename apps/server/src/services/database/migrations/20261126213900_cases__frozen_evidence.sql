-- What the teacher saw beside the report when a document was added: the file, shared passages, earlier writing and how the text was written.
-- Null for documents that were added before.
alter table case_documents add column evidence jsonb;
