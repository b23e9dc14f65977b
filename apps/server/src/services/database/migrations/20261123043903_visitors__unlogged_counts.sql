-- Counts of visits and used proofs live for minutes or hours and need not survive a crash. Without a write-ahead log, no visit waits for the disk.
alter table visitor_count set unlogged;
alter table human_check_spent set unlogged;
