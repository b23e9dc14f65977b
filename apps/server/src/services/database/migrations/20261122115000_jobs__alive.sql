-- Whether a worker is alive is known by its job in the queue.
alter table exports drop column alive_at;
alter table erasures drop column alive_at;
