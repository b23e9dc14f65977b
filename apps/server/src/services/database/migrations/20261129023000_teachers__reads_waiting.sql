-- Whether documents that wait for words are read without being asked for, once there are enough.
alter table teachers add column reads_waiting boolean not null default false;
