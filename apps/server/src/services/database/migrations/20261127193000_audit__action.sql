alter table audit_entries rename column deed to action;
alter index audit_entries_by_deed rename to audit_entries_by_action;
