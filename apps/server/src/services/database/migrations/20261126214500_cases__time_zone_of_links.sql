-- The time zone of the teacher who made the link; null in links from before, whose page shows UTC.
alter table case_links add column time_zone text;
