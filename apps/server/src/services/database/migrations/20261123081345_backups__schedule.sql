-- When backups are made by themselves, and how many of those are kept. Without a row they are not.
create table backup_schedule (
  id int primary key check (id = 1),
  frequency text not null check (frequency in ('off', 'daily', 'weekly')),
  hour int not null check (hour between 0 and 23),
  keep int not null check (keep > 0),
  changed_at timestamptz not null
);
