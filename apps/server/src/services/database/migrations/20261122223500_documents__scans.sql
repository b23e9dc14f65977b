-- Pages that are pictures take seconds each to recognise, in a queue of their own. The page being read is shown while it lasts.
alter table documents add column is_scan boolean not null default false;
alter table documents add column reading_page integer;
