/**
 * Why a file cannot be read: its kind, and a message for the teacher in British English that says what
 * happened, what is safe and what to do. Codes are stored and sent, so a code is never renamed. No message
 * may contain "limit" or "exceeded", which stand for a spent allowance.
 */
export const fileFailures = {
  file_encrypted: [
    'encrypted',
    'This file is protected with a password, so we cannot read it. Nothing was counted against your allowance. Save a copy without the password and upload that.',
  ],
  file_damaged: [
    'damaged',
    'This file is damaged or incomplete, so we cannot read it. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  ],
  file_embedded: [
    'damaged',
    'The text of this document is embedded in it as another file, which we cannot read. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  ],
  pdf_letters_unknown: [
    'damaged',
    'The fonts of this PDF do not say which letters they draw, so that parts of many words are lost and no score would be fair. Nothing was counted against your allowance. Upload the original document, or save it as a PDF again with another program.',
  ],
  pdf_of_images: [
    'image-only',
    'This PDF contains only images of pages and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.',
  ],
  document_of_images: [
    'image-only',
    'This document contains only images and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.',
  ],
  scan_unreadable: [
    'unreadable-scan',
    'We found no English or French print in the pictures of these pages. They may show handwriting, which we do not read, a drawing, or another alphabet. Nothing was counted against your allowance. Upload the original document if there is one.',
  ],
  scan_uneven: [
    'unreadable-scan',
    'The letters of this scan do not stand as evenly as printed ones: it is handwriting, which we do not read reliably, a coarse scan, or a very noisy photograph. Nothing was counted against your allowance. Scan printed pages again at 300 dots per inch, or upload the original document.',
  ],
  scan_coarse: [
    'unreadable-scan',
    'The letters of this scan are only a few dots high, too few to read them. Nothing was counted against your allowance. Scan the pages again at 300 dots per inch, or upload the original document.',
  ],
  scan_faint: [
    'unreadable-scan',
    'The print of this scan is too faint to read. Nothing was counted against your allowance. Scan the pages again with a darker setting, or upload the original document.',
  ],
  scan_blurred: [
    'unreadable-scan',
    'The letters of this scan are blurred. Nothing was counted against your allowance. Scan the pages again, or photograph them with a steady hand and more light, or upload the original document.',
  ],
  scan_noisy: [
    'unreadable-scan',
    'This scan is full of specks, so that its letters cannot be told from them. Nothing was counted against your allowance. Scan the pages again on a clean glass or with more light, or upload the original document.',
  ],
  scan_too_slow: [
    'unreadable-scan',
    'Reading the pictures of these pages took too long, so we stopped: they are very noisy, or drawings more than text. Nothing was counted against your allowance. Upload the original document if there is one.',
  ],
  file_empty: [
    'empty',
    'This file contains no text. Nothing was counted against your allowance. Check that it is the right file and upload it again.',
  ],
  file_unsupported: [
    'unsupported',
    'This is not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Save it as PDF, DOCX, DOC or TXT and upload that.',
  ],
  file_is_picture: [
    'unsupported',
    'This is a picture, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Upload the original document, or save the picture as a PDF: we read print in pictures of pages.',
  ],
  file_is_spreadsheet: [
    'unsupported',
    'This is a spreadsheet, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Save its text as PDF, DOCX, DOC or TXT and upload that.',
  ],
  file_is_presentation: [
    'unsupported',
    'This is a presentation, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Save it as a PDF and upload that.',
  ],
  file_is_open_document: [
    'unsupported',
    'This is an OpenDocument text, as LibreOffice writes it, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Save it as PDF, DOCX, DOC or TXT and upload that.',
  ],
  file_is_pages_document: [
    'unsupported',
    'This is a document of Apple Pages, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Export it to PDF or Word and upload that.',
  ],
  file_is_archive: [
    'unsupported',
    'This is an archive that holds other files, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Unpack it and upload the documents in it.',
  ],
  file_is_recording: [
    'unsupported',
    'This is a sound recording or a film, not a PDF, Word or plain text file, whatever its name says. Nothing was counted against your allowance. Check that it is the right file and upload the document.',
  ],
  file_is_short_text: [
    'unsupported',
    'This is a plain text of a few words, not the PDF or Word file that its name says. Nothing was counted against your allowance. Check that it is the right file and upload the document.',
  ],
  word_too_old: [
    'unsupported',
    'This file was written by a version of Word that is too old for us to read. Nothing was counted against your allowance. Save it as PDF, DOCX, DOC or TXT and upload that.',
  ],
  too_many_pages: [
    'too-many-pages',
    'This document has {{pages, number}} pages and we read up to {{most, number}}. Nothing was counted against your allowance. Split it into parts and upload each part.',
  ],
  too_many_scanned_pages: [
    'too-many-pages',
    'This document has {{pages, number}} scanned pages and we read up to {{most, number}}. Nothing was counted against your allowance. Split it into parts and upload each part.',
  ],
  content_too_large: [
    'too-large',
    'This file contains more than we can read in one go. Nothing was counted against your allowance. Split it into parts and upload each part.',
  ],
  file_too_slow: [
    'too-slow',
    'Reading this file took too long, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  ],
  file_took_too_much_memory: [
    'too-much-memory',
    'Reading this file took too much memory, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  ],
} as const

export type FileFailureCode = keyof typeof fileFailures
