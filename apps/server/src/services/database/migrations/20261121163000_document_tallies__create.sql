-- What analytics counts, kept beside the documents: reading a hundred thousand rows for a few sums would stop everybody else.
create table document_tallies (
  teacher_id uuid not null,
  class_group_id uuid,
  -- The month of the upload by its first day, in UTC.
  month date not null,
  documents integer not null,
  completed integer not null,
  scored integer not null,
  score_thousandths bigint not null,
  -- Scored documents by tenths of the score.
  score_0 integer not null, score_1 integer not null, score_2 integer not null, score_3 integer not null, score_4 integer not null,
  score_5 integer not null, score_6 integer not null, score_7 integer not null, score_8 integer not null, score_9 integer not null,
  -- Scored documents by length: from 0, 100, 150, 250, 400 and 700 words.
  length_0 integer not null, length_1 integer not null, length_2 integer not null,
  length_3 integer not null, length_4 integer not null, length_5 integer not null,
  unique nulls not distinct (teacher_id, class_group_id, month)
);

create function month_of(at timestamptz) returns date language sql immutable return date_trunc('month', at at time zone 'UTC')::date;

-- The statement that adds documents to the tallies or takes them away: `changed` gives rows of documents with a sign, 1 or -1. It is spelt out
-- here once and becomes the body of three triggers, so that the database plans it once. Keys are written in order, so that two statements
-- never wait for each other in a circle.
create function tally_statement(changed text) returns text language sql immutable return
  'insert into document_tallies as t
   select teacher_id, class_group_id, month_of(created_at), sum(sign),
     coalesce(sum(sign) filter (where status = ''COMPLETED''), 0),
     coalesce(sum(sign) filter (where thousandths is not null), 0),
     coalesce(sum(sign * thousandths), 0), '
  || (select string_agg('coalesce(sum(sign) filter (where tenth = ' || i || '), 0)', ', ' order by i) from generate_series(0, 9) as i) || ', '
  || (select string_agg('coalesce(sum(sign) filter (where length = ' || i || '), 0)', ', ' order by i) from generate_series(0, 5) as i) ||
  ' from (
     select *, case when thousandths = 1000 then 9 else thousandths / 100 end as tenth,
       case when thousandths is not null then width_bucket(coalesce(word_count, 0), array[100, 150, 250, 400, 700]) end as length
     from (select *, case when status = ''COMPLETED'' then round(score * 1000)::int end as thousandths from (' || changed || ') as changed) as scored
   ) as counted
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (teacher_id, class_group_id, month) do update set '
  || (
    select string_agg(name || ' = t.' || name || ' + excluded.' || name, ', ')
    from (
      select unnest(array['documents', 'completed', 'scored', 'score_thousandths']) as name
      union all select 'score_' || i from generate_series(0, 9) as i
      union all select 'length_' || i from generate_series(0, 5) as i
    ) as counters
  );

do $migration$
declare
  empty_goes constant text := '
    delete from document_tallies as t using (select distinct teacher_id, month_of(created_at) as month from removed) as touched
    where t.teacher_id = touched.teacher_id and t.month = touched.month and t.documents = 0;';
  -- Most updates (a stage, a sign of life) change nothing that is counted.
  counts constant text := '
    if exists (
      select 1 from added join removed using (id)
      where (added.class_group_id, added.status = ''COMPLETED'', added.score, added.word_count, added.created_at)
        is distinct from (removed.class_group_id, removed.status = ''COMPLETED'', removed.score, removed.word_count, removed.created_at)
    ) then ';
  body constant text := 'create function %I() returns trigger language plpgsql as $body$ begin %s return null; end $body$';
begin
  execute format(body, 'tally_inserted', tally_statement('select 1 as sign, * from added') || ';');
  execute format(body, 'tally_deleted', tally_statement('select -1 as sign, * from removed') || ';' || empty_goes);
  execute format(
    body,
    'tally_updated',
    counts || tally_statement('select 1 as sign, * from added union all select -1, * from removed') || ';' || empty_goes || ' end if;'
  );
  execute tally_statement('select 1 as sign, * from documents');
end
$migration$;

drop function tally_statement;

create trigger documents_tally_inserted after insert on documents
  referencing new table as added for each statement execute function tally_inserted();
create trigger documents_tally_updated after update on documents
  referencing new table as added old table as removed for each statement execute function tally_updated();
create trigger documents_tally_deleted after delete on documents
  referencing old table as removed for each statement execute function tally_deleted();
