-- Whether plans differ in this installation (PLAN_LIMITS), recorded at every start. Without a row they do.
create table allowance_settings (
  id integer primary key check (id = 1),
  plan_limits boolean not null
);
