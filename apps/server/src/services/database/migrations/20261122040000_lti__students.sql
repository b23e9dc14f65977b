-- Which platform a student came from: an id of a platform says who somebody is at that platform alone, and small numbers mean somebody else at the next.
create table lti_students (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  student_id uuid not null references students (id) on delete cascade,
  primary key (platform_id, student_id)
);
create index lti_students_by_student on lti_students (student_id);

insert into lti_students (platform_id, student_id)
select distinct c.platform_id, m.student_id from lti_members m join lti_courses c on c.class_group_id = m.class_group_id;
