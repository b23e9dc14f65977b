-- An administrator may set the words of a cycle: that is a movement too, of no document.
alter table allowance_movements alter column document_id drop not null;
alter table allowance_movements drop constraint allowance_movements_kind_check;
-- Older reservations may hold a difference; from now on the sign of a movement follows from its kind.
alter table allowance_movements add constraint allowance_movements_kind_check check (
  case kind
    when 'reserved' then document_id is not null and words >= 0
    when 'kept' then document_id is not null and words = 0
    when 'released' then document_id is not null and words <= 0
    when 'adjusted' then document_id is null
    else false
  end
) not valid;
create unique index allowance_movements_kept_once on allowance_movements (document_id) where kind = 'kept';
alter table teachers add column custom_char_limit integer check (custom_char_limit >= 0);
