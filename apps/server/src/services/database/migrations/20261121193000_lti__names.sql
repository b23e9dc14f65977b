-- Where a platform names the people of a course; null where it does not.
alter table lti_launches add column names_url text;
alter table lti_courses add column names_url text;
