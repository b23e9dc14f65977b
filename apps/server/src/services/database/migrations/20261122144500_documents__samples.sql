-- Samples show a new teacher what reports look like. They are the teacher's own, and count in no figure.
alter table documents add column is_sample boolean not null default false;
alter table document_tombstones add column is_sample boolean not null default false;
alter table class_groups add column is_sample boolean not null default false;
create index documents_samples on documents (teacher_id) where is_sample;
create index class_groups_samples on class_groups (teacher_id) where is_sample;

-- When the profile was complete for the first time: the moment at which samples are given. Whoever is here already gets none.
alter table teachers add column profile_completed_at timestamptz;
update teachers set profile_completed_at = profile_saved_at where profile_saved_at is not null;

-- The tallies leave samples out. Their statements are long and were written by a program; only what they read from changes.
do $migration$
declare
  counter text;
begin
  foreach counter in array array['tally_inserted', 'tally_updated', 'tally_deleted'] loop
    execute regexp_replace(
      pg_get_functiondef(counter::regproc), '\mfrom (added|removed)\M', 'from (select * from \1 where not is_sample) as \1', 'g'
    );
  end loop;
end
$migration$;
