-- The page of failed jobs reads jobs in the queue where they failed; nobody reads their copies in the dead letter queue.
-- A new installation has no queues yet: pg-boss creates them after the migrations.
do $$
begin
  if to_regclass('queue.queue') is not null then
    if exists (select from queue.queue where name = 'dead-letters') then
      update queue.job set dead_letter = null where dead_letter = 'dead-letters';
      update queue.queue set dead_letter = null where dead_letter = 'dead-letters';
      delete from queue.job where name = 'dead-letters';
      perform queue.delete_queue('dead-letters');
      delete from queue.archive where name = 'dead-letters';
    end if;
  end if;
end
$$;
