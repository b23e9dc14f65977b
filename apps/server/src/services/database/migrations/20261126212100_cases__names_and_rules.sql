-- What a panel needs to know about every case: the rule, the standard of proof, who may come along, and who did what.
alter table case_policy add column rule text not null default '';
alter table case_policy add column companion text not null default '';
alter table case_policy add column standard_of_proof text not null default 'more-likely-than-not'
  check (standard_of_proof in ('more-likely-than-not', 'clear-and-convincing', 'beyond-reasonable-doubt'));

-- The name that somebody had at the time. Earlier entries have none.
alter table case_entries add column by_name text;
alter table case_entries drop constraint case_entries_kind_check;
alter table case_entries add constraint case_entries_kind_check check (
  kind in ('opened', 'document-added', 'rule-named', 'asked', 'answer', 'meeting', 'decided', 'link-made', 'link-opened', 'link-withdrawn',
    'appealed', 'appeal-upheld', 'appeal-changed'));
