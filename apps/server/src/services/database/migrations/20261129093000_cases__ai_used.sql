-- What a student says themselves can be how a case ends.
alter table cases drop constraint cases_outcome_check, add constraint cases_outcome_check
  check (outcome in ('cleared', 'ai-used', 'support-agreed', 'referred', 'no-action'));
alter table case_entries drop constraint case_entries_outcome_check, add constraint case_entries_outcome_check
  check (outcome in ('cleared', 'ai-used', 'support-agreed', 'referred', 'no-action'));
alter table case_appeals drop constraint case_appeals_outcome_check, add constraint case_appeals_outcome_check
  check (outcome in ('cleared', 'ai-used', 'support-agreed', 'referred', 'no-action'));
