-- A cycle may hold more than 2^31 characters, and setting it to zero takes them all away in one movement.
alter table allowance_movements alter column words type bigint, alter column characters type bigint;
