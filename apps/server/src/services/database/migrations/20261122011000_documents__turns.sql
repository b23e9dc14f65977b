-- Whose turn it is: teachers who wait take turns, so that five hundred documents of one do not hold up the one document of another. Turns are
-- compared among those who wait only, so what waits when this is applied may share the first.
alter table documents add column queue_turn integer not null default 0;
create index documents_turn on documents (processing_priority, queue_turn, queued_at, id) where status = 'QUEUED';
create index documents_turn_of_teacher on documents (teacher_id, processing_priority, queue_turn) where status = 'QUEUED';

-- The turn of what a teacher adds to the queue now: with the first who wait, but after whatever of the teacher's own waits. Two of one teacher that
-- are added at the same moment may share a turn.
create function next_turn(teacher uuid, priority text) returns integer language sql stable return greatest(
  (select coalesce(min(queue_turn), 0) from documents where status = 'QUEUED' and processing_priority = priority),
  (select coalesce(max(queue_turn) + 1, 0) from documents where status = 'QUEUED' and teacher_id = teacher and processing_priority = priority)
);
