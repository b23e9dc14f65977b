-- Names that were stored before they were cleaned at the door: characters that turn the direction of writing, and control characters, go.
create function pg_temp.shown(name text) returns text language sql immutable as $$
  select trim(regexp_replace(
    regexp_replace(name, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
$$;
update documents set original_filename = coalesce(nullif(pg_temp.shown(original_filename), ''), 'document')
  where original_filename <> pg_temp.shown(original_filename);
update students set first_name = pg_temp.shown(first_name), last_name = pg_temp.shown(last_name)
  where first_name <> pg_temp.shown(first_name) or last_name <> pg_temp.shown(last_name);
update teachers set first_name = pg_temp.shown(first_name), last_name = pg_temp.shown(last_name), school_name = pg_temp.shown(school_name)
  where concat(first_name, last_name, school_name) <> concat(pg_temp.shown(first_name), pg_temp.shown(last_name), pg_temp.shown(school_name));
update identity_account set given_name = pg_temp.shown(given_name), family_name = pg_temp.shown(family_name)
  where given_name <> pg_temp.shown(given_name) or family_name <> pg_temp.shown(family_name);
update lti_assets set filename = coalesce(nullif(pg_temp.shown(filename), ''), 'document') where filename <> pg_temp.shown(filename);
update api_keys set name = pg_temp.shown(name) where name <> pg_temp.shown(name);
-- Two classes whose names were told apart by unseen characters alone stay two.
update class_groups c set class_name = coalesce(nullif(pg_temp.shown(c.class_name), ''), 'Class') ||
    case when exists (
      select 1 from class_groups o where o.id <> c.id and o.teacher_id = c.teacher_id
        and lower(pg_temp.shown(o.class_name)) = lower(pg_temp.shown(c.class_name))
    ) then ' ' || left(c.id::text, 8) else '' end
  where c.class_name <> pg_temp.shown(c.class_name);
drop function pg_temp.shown(text);
