-- The words of a finished document are spent, in the data as in the code.
alter table allowance_movements drop constraint allowance_movements_kind_check;
alter table allowance_movements drop constraint allowance_movements_characters_check;
drop index allowance_movements_kept_once;
update allowance_movements set kind = 'spent' where kind = 'kept';
alter table allowance_movements add constraint allowance_movements_kind_check check (
  case kind
    when 'reserved' then document_id is not null and words >= 0
    when 'spent' then document_id is not null and words = 0
    when 'released' then document_id is not null and words <= 0
    when 'adjusted' then document_id is null
    else false
  end
) not valid;
alter table allowance_movements add constraint allowance_movements_characters_check check (
  case kind when 'reserved' then characters >= 0 when 'spent' then characters = 0 when 'released' then characters <= 0 else true end
);
create unique index allowance_movements_spent_once on allowance_movements (document_id) where kind = 'spent';
