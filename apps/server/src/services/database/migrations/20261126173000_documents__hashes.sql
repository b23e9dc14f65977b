-- SHA-256 of the uploaded file. What is read back from storage is compared with it. Null for pasted texts, and for files of earlier versions.
alter table documents add column content_sha256 text;
