-- How a text is written, in rates from which it cannot be reconstructed, so that reports need not measure the same texts each time.
-- It goes with the text: a new text of the document has none.
alter table document_texts add column profile jsonb;
