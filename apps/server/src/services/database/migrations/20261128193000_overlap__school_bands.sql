-- What both teachers are told of a match is a band; words, share and passages are for those who both agreed. The bands of earlier
-- matches follow from what they told exactly, until both documents are compared again, which deletes those that are told no more.
alter table school_matches add column told_words integer, add column told_part text;
update school_matches set
  told_words = case when words < 75 then 50 when words < 150 then 100 when words < 300 then 200 when words < 600 then 400 else 800 end,
  told_part = case when share < 0.17 then 'little' when share < 0.37 then 'quarter' when share < 0.65 then 'half' else 'most' end;
alter table school_matches
  alter column told_words set not null,
  alter column told_part set not null,
  add check (told_words in (50, 100, 200, 400, 800)),
  add check (told_part in ('little', 'quarter', 'half', 'most'));
update fingerprinted_documents set compared_at = null, runs = 0
  where document_id in (select document_id from school_matches);
-- How many words many documents of the school share said whether one of them has a phrase.
update overlap_comparisons set left_out = left_out - 'school' where left_out ? 'school';

-- Which texts of one teacher met which of another: what was told once stays, and deleting a document does not delete that somebody
-- asked. Texts are named by a keyed hash.
create table school_meetings (
  teacher_id uuid not null references teachers (id),
  text text not null,
  other_teacher_id uuid not null references teachers (id),
  other_text text not null,
  is_asker boolean not null,
  is_first boolean not null,
  is_told boolean not null,
  met_at timestamptz not null,
  counted_at timestamptz,
  primary key (teacher_id, text, other_teacher_id, other_text)
);
create index school_meetings_about on school_meetings (teacher_id, other_text);
create index school_meetings_by_day on school_meetings (teacher_id, met_at) where is_asker;
create index school_meetings_by_other_teacher on school_meetings (other_teacher_id);
create index school_meetings_uncounted on school_meetings (met_at) where is_asker and counted_at is null;

-- Documents that are compared with those of colleagues on another day, because many were today.
create table school_deferrals (
  document_id uuid primary key references documents (id) on delete cascade,
  deferred_at timestamptz not null
);
