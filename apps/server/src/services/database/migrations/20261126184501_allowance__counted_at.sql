-- When the words of a movement were reserved: they count in the month of that moment, whatever the plan was then.
alter table allowance_movements add column counted_at timestamptz;
create index allowance_movements_by_moment on allowance_movements (teacher_id, coalesce(counted_at, cycle_start));
drop index allowance_movements_by_cycle;
