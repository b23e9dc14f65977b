-- Why something failed was stored as an English sentence. Now it is a code with the values that its sentence names, and the sentence is made for
-- its reader. A sentence that is not known here stays as it is, under the code `verbatim`.
create function reason_of(sentence text) returns jsonb language sql immutable as $$
  select case
    when sentence is null then null
    when known.code is not null then jsonb_build_object('code', known.code, 'params', '{}'::jsonb)
    when sentence ~ '^This document has [0-9,]+ (words|characters), more than are left of your monthly allowance\. It was not processed' then
      jsonb_build_object(
        'code', 'too_few_' || substring(sentence from '^This document has [0-9,]+ (words|characters)') || '_left'
          || case when sentence like '%it was not kept%' then '_and_not_kept' else '' end,
        'params', jsonb_build_object(
          substring(sentence from '^This document has [0-9,]+ (words|characters)'),
          replace(substring(sentence from '^This document has ([0-9,]+)'), ',', '')::bigint
        )
      )
    when sentence ~ '^This document has [0-9,]+ (scanned )?pages and we read up to [0-9,]+\.' then
      jsonb_build_object(
        'code', case when sentence like '% scanned pages %' then 'too_many_scanned_pages' else 'too_many_pages' end,
        'params', jsonb_build_object(
          'pages', replace(substring(sentence from '^This document has ([0-9,]+)'), ',', '')::bigint,
          'most', replace(substring(sentence from 'we read up to ([0-9,]+)\.'), ',', '')::bigint
        )
      )
    when sentence like 'The backup failed: %' then
      jsonb_build_object('code', 'backup_failed', 'params', jsonb_build_object('error', substring(sentence from 20)))
    else jsonb_build_object('code', 'verbatim', 'params', jsonb_build_object('text', sentence))
  end
  from (select 1) one
  left join (values
    ('reading_failed', 'Something went wrong on our side while this document was read. It is safe, and no words were counted. Try again.'),
    ('stored_file_damaged', 'The stored file of this document is not the one that was uploaded, so it was not checked, and no words were counted. Try again later, or upload the file again.'),
    ('stored_text_gone', 'The text of this document is gone. Delete it and paste the text again.'),
    ('stored_file_gone', 'The file of this document is gone. Delete it and upload the file again.'),
    ('text_too_slow', 'This text took too long to check, so it has no result and no words were counted. Remove unusual characters or split the text, then submit it again.'),
    ('text_without_words', 'This text contains no words, only punctuation or other symbols. Nothing was counted against your allowance. Check that it is the right one and submit it again.'),
    ('nothing_to_compare', 'There are fewer than two completed documents to compare. Upload more, or wait until they are completed.'),
    ('too_many_to_compare', 'There are more than 3,000 documents. Nothing was compared. Compare an upload, or divide the class.'),
    ('too_long_to_compare', 'These documents have more than 3 million words together. Nothing was compared. Compare an upload, or divide the class.'),
    ('class_unknown', 'There is no such class. It may have been deleted.'),
    ('upload_unknown', 'There is no such upload. Its documents may have been deleted.'),
    ('backup_filled_disk', 'The disk filled up. Nothing of this backup was kept. Delete old backups, or set BACKUP_DIR to a folder on a larger disk.'),
    ('backup_kept_ending', 'The program ended several times while it worked on this backup. Its log may say why.'),
    ('backup_lacks_manifest', 'The backup is incomplete: its manifest is missing or cannot be read.'),
    ('pg_dump_missing', 'This server lacks the program pg_dump, which copies a PostgreSQL database. Install the PostgreSQL client tools and try again.'),
    ('pg_dump_too_old', 'The program pg_dump is older than the PostgreSQL server and cannot copy it. Install the client tools of the server’s version and try again.'),
    ('backup_folder_read_only', 'The folder for backups cannot be written. Set BACKUP_DIR to a folder that this program may write.'),
    ('file_encrypted', 'This file is protected with a password, so we cannot read it. Nothing was counted against your allowance. Save a copy without the password and upload that.'),
    ('file_damaged', 'This file is damaged or incomplete, so we cannot read it. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.'),
    ('file_embedded', 'The text of this document is embedded in it as another file, which we cannot read. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.'),
    ('pdf_of_images', 'This PDF contains only images of pages and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.'),
    ('document_of_images', 'This document contains only images and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.'),
    ('scan_unreadable', 'We found no English or French print in the pictures of these pages. They may show handwriting, which we do not read, a drawing, or another alphabet. Nothing was counted against your allowance. Upload the original document if there is one.'),
    ('scan_uneven', 'The letters of this scan do not stand as evenly as printed ones: it is handwriting, which we do not read reliably, a coarse scan, or a very noisy photograph. Nothing was counted against your allowance. Scan printed pages again at 300 dots per inch, or upload the original document.'),
    ('scan_coarse', 'The letters of this scan are only a few dots high, too few to read them. Nothing was counted against your allowance. Scan the pages again at 300 dots per inch, or upload the original document.'),
    ('scan_faint', 'The print of this scan is too faint to read. Nothing was counted against your allowance. Scan the pages again with a darker setting, or upload the original document.'),
    ('scan_blurred', 'The letters of this scan are blurred. Nothing was counted against your allowance. Scan the pages again, or photograph them with a steady hand and more light, or upload the original document.'),
    ('scan_noisy', 'This scan is full of specks, so that its letters cannot be told from them. Nothing was counted against your allowance. Scan the pages again on a clean glass or with more light, or upload the original document.'),
    ('scan_too_slow', 'Reading the pictures of these pages took too long, so we stopped: they are very noisy, or drawings more than text. Nothing was counted against your allowance. Upload the original document if there is one.'),
    ('file_empty', 'This file contains no text. Nothing was counted against your allowance. Check that it is the right file and upload it again.'),
    ('file_unsupported', 'This is not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Save it as PDF, DOCX, DOC or TXT and upload that.'),
    ('word_too_old', 'This file was written by a version of Word that is too old for us to read. Nothing was counted against your allowance. Save it as PDF, DOCX, DOC or TXT and upload that.'),
    ('content_too_large', 'This file contains more than we can read in one go. Nothing was counted against your allowance. Split it into parts and upload each part.'),
    ('file_too_slow', 'Reading this file took too long, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.'),
    ('file_took_too_much_memory', 'Reading this file took too much memory, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.')
  ) known (code, text) on known.text = sentence
$$;

alter table documents add column failure jsonb;
update documents set failure = reason_of(status_reason) where status_reason is not null;
alter table documents drop column status_reason;

alter table overlap_comparisons add column failure jsonb;
update overlap_comparisons set failure = reason_of(reason) where reason is not null;
alter table overlap_comparisons drop column reason;

alter table backup_runs add column failure jsonb;
update backup_runs set failure = reason_of(status_reason) where status_reason is not null;
alter table backup_runs drop column status_reason;

drop function reason_of(text);
