-- Answers of uploads that came with an Idempotency-Key, for 24 hours: the same upload under the same key is answered again and stores nothing.
create table upload_answers (
  teacher_id uuid not null references teachers (id),
  key text not null,
  -- SHA-256 of the call with its fields and files.
  request_sha256 text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (teacher_id, key)
);
create index upload_answers_by_age on upload_answers (created_at);

-- No answer outlives a document or student that it names, however that was deleted.
create function forget_upload_answers() returns trigger language plpgsql as $$
begin
  delete from upload_answers
  where teacher_id in (select teacher_id from gone)
    and exists (
      select 1 from jsonb_path_query(answer, '$.** ? (@.type() == "string")') as named
      where named #>> '{}' in (select id::text from gone)
    );
  return null;
end $$;
create trigger upload_answers_forget after delete on documents
  referencing old table as gone for each statement execute function forget_upload_answers();
create trigger upload_answers_forget after delete on students
  referencing old table as gone for each statement execute function forget_upload_answers();
