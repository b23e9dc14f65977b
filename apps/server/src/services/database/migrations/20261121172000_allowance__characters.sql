-- An administrator may also bound the characters of a cycle. They move with the words; what was spent before today counts none.
alter table allowance_movements add column characters integer not null default 0;
alter table allowance_movements add constraint allowance_movements_characters_check check (
  case kind when 'reserved' then characters >= 0 when 'kept' then characters = 0 when 'released' then characters <= 0 else true end
);
