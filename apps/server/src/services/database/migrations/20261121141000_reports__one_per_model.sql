-- A document is judged once by each model: the first result is the one that is shown, later ones stand beside it.
alter table reports add column model_hash text;
update reports set model_hash = coalesce(body -> 'detector' ->> 'model_hash', '');
alter table reports alter column model_hash set not null;

alter table reports add constraint reports_one_per_model unique (document_id, model_hash);
drop index reports_by_document;
create index reports_by_document on reports (document_id, created_at);
