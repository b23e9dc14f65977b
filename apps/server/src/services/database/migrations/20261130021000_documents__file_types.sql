-- The types of files are listed once, in the contract: what stores them has found the type in the content.
alter table documents drop constraint documents_file_type_check;
alter table case_reply_files drop constraint case_reply_files_kind_check;
