-- Learning platforms belong to the Schools plan. What is connected when the plan ends keeps working for a while from this moment on.
alter table teachers add column schools_ended_at timestamptz;

-- Connections of other plans were never refused before; they get the same time as if the plan ended now.
update teachers set schools_ended_at = now()
where plan <> 'SCHOOLS'
  and (
    exists (select from lti_people p where p.teacher_id = teachers.id)
    or exists (select from lti_processors p where p.teacher_id = teachers.id)
  );
