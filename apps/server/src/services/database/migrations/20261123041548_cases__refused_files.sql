-- [{ filename, refusal }]: files of a student's last form that were not added, to be named on their page until the next form.
alter table case_replies add column refused_files jsonb not null default '[]';
