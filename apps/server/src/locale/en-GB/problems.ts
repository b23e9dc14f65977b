/**
 * Every sentence that says why something failed, by its code: what happened, what is safe, what to do. The
 * codes are stored and sent, so a code is never renamed. `{{name}}` is a text, `{{name, number}}` a number,
 * `{{name, date}}` a day as YYYY-MM-DD. `{{anyKind}}` and the like are of `@penmark/wording`'s `fileWords`.
 */
export const problems = {
  // The request
  signed_out: 'Sign in first.',
  session_missing: 'Sign in first. Your session may have ended.',
  session_ended: 'Your sign-in has ended. Sign in again.',
  fields_not_named: 'Send an object with named fields.',
  administrators_only: 'Only administrators may do this.',
  address_unknown: 'There is nothing at this address.',
  request_unreadable: 'The request could not be read. Reload the page and try again.',
  request_too_large: 'This is too large. A file may have at most 25 MB, a pasted text 1,000,000 characters.',
  content_type_unsupported: 'The request has a content type that cannot be read here.',
  form_expected: 'Send the text as a form (multipart/form-data).',
  file_form_expected: 'Send the file as a form (multipart/form-data).',
  unexpected:
    'Something went wrong on our side. Your documents are safe. Try again. If it happens again, send us this error ID: {{id}}.',
  not_ready: '{{brand}} is not ready yet.',
  very_busy: '{{brand}} is very busy at the moment. Nothing was stored or lost. Try again in a few seconds.',
  network_too_fast: 'Too many requests came from your network. Please try again later.',

  // Fields
  field_missing: 'Fill this in.',
  field_too_long: 'Shorten this to {{characters, number}} characters.',
  field_too_many: 'Send at most {{most, number}}.',
  field_too_few: 'Send at least {{least, number}}.',
  field_too_high: 'This may be at most {{most, number}}.',
  field_too_low: 'This must be at least {{least, number}}.',
  field_not_listed: 'Use one of these: {{values}}.',
  field_wrong: 'This cannot be used here.',
  fields_missing: 'Please fill in all fields.',
  idempotency_key_wrong: 'An Idempotency-Key has 1 to 255 visible ASCII characters. Nothing was uploaded.',
  idempotency_key_reused:
    'This Idempotency-Key is already used for another upload. Nothing was uploaded; send this one with a key of its own.',
  first_name_missing: 'First name is required',
  last_name_missing: 'Last name is required',
  class_name_missing: 'Class name is required.',
  title_missing: 'Enter a title.',
  date_wrong: 'Enter a date.',
  email_missing: 'Enter an email address.',
  email_wrong: 'Enter a valid email address.',
  support_email_wrong: 'Enter an email address such as name@school.org, so that we can answer.',
  pin_digits: 'Enter 4 to 8 digits.',
  rule_missing: 'Name the rule.',
  notes_missing: 'Write down what was said.',
  decision_reason_missing: 'Give the reason for your decision.',
  address_not_https: 'Enter an address that begins with https://.',
  address_too_long: 'This address is too long.',
  key_name_missing: 'Give the key a name.',
  scopes_missing: 'Choose at least one thing that the key may do.',
  deployments_missing: 'Enter the id of at least one deployment.',
  demo_text_too_short: 'Please enter at least 10 characters.',
  demo_text_too_long: 'The demo reads at most 10,000 characters. Shorten the text and try again.',

  // Services outside
  storage_unanswered: 'The storage of files is not responding. Nothing is lost. Try again in a minute.',
  storage_refused:
    'The storage of files refused the request. Nothing is lost. Tell whoever manages this installation.',
  payment_unanswered: 'The payment provider is not responding. Try again in a minute.',
  payment_refused:
    'The payment provider refused the request, and nothing was paid. Tell whoever manages this installation.',
  mail_unanswered: 'The mail server is not responding. Try again in a minute.',
  mail_refused: 'The mail server refused the request. Tell whoever manages this installation.',
  sign_in_unanswered: 'The sign-in service is not responding. Nothing is lost. Try again in a minute.',
  sign_in_refused:
    'The sign-in service refused the request. Nothing is lost. Tell whoever manages this installation.',
  human_check_unanswered: 'The human check is not responding. Try again in a minute.',
  other_service_unanswered: 'The other service is not responding. Try again in a minute.',
  other_service_refused: 'The other service refused the request. Try again in a minute.',

  // Accounts
  account_deleted: 'This account has been deleted.',
  account_deleted_sign_in_again: 'This account has been deleted. Sign in again to create a new one.',
  account_being_deleted: 'This account is being deleted.',
  account_deactivated: 'This account has been deactivated.',
  own_account_deactivated:
    'Your account has been deactivated. Ask whoever manages the accounts of your school. Your documents are kept.',
  no_access:
    'Your account has no access to this installation. Ask whoever manages the accounts of your school for it, then sign in again.',
  email_unconfirmed: 'Confirm your email first: your profile links to the page that sends you the link.',
  two_factor_required:
    'This installation requires two-factor authentication for administrators. Turn it on next to your password: your profile links to it.',
  two_factor_off: 'This teacher has not turned on two-factor authentication.',
  profile_missing: 'You have no profile yet. Save it once to create it.',
  teacher_unknown: 'There is no such teacher.',
  schools_plan_required:
    'Connecting {{brand}} to a learning platform is part of the Schools plan. What was connected on that plan keeps working for {{days, number}} days after the plan ends. Your documents are safe.',
  accounts_changed:
    'Accounts have changed since this preview. Nothing was imported. Look at the new preview.',
  subscription_active:
    'Your subscription is still active. Cancel it first, then delete your account. Nothing was deleted.',
  receipt_unknown: 'There is no such receipt.',

  // Setting up
  already_set_up:
    'This installation has an administrator already. Sign in and restore the backup on the page of the backups.',
  already_claimed: 'This installation has an administrator already. Ask them for the role.',
  setup_code_wrong:
    'This is not the setup code. Copy it from the console or the log of the server: it was printed when the server started.',
  own_email_missing: 'Your account has no email address to send a test to.',
  test_email_unknown: 'There is no such test email.',

  // Uploads
  file_missing: 'Please select a file to upload.',
  one_file_only: 'Send one file. For several, use the batch upload.',
  file_too_large:
    '{{filename}} is larger than 25 MB. Nothing was uploaded. Save it smaller, or paste its text.',
  file_type_unsupported:
    '{{filename}} is not a {{anyKind}} file. Nothing was uploaded. Save it as one of these and try again.',
  too_many_files: 'Send at most {{files, number}} files at once. Nothing was uploaded.',
  too_many_documents: 'Send at most {{documents, number}} documents at once. Nothing was uploaded.',
  upload_interrupted: 'The upload was interrupted. Nothing was stored. Try again.',
  zip_unreadable: '{{filename}} could not be opened as a ZIP file. Nothing was uploaded.',
  zip_damaged: '{{filename}} is damaged. Nothing was uploaded.',
  zip_unsafe: '{{filename}} is damaged, or holds names that are not safe. Nothing was uploaded.',
  zip_names_unclear:
    'The names in {{filename}} can be read in several ways, and it does not say which. Nothing was uploaded.',
  zip_names_reading: '{{charset}}: {{names}}',
  zip_encrypted:
    '{{filename}} is protected with a password. Unpack it and upload the documents. Nothing was uploaded.',
  zip_holds_too_many_files: '{{filename}} holds too many files. Nothing was uploaded.',
  zip_holds_too_many_documents:
    '{{filename}} holds more than {{documents, number}} documents. Nothing was uploaded.',
  zip_unpacks_to_too_much: '{{filename}} unpacks to too much. Nothing was uploaded.',
  zip_holds_no_document: 'The ZIP file holds no {{anyKind}} file. Nothing was uploaded.',
  text_missing: 'Please enter some text.',
  text_too_long:
    'The text is longer than 1,000,000 characters. Nothing was stored. Split it and submit the parts.',
  storage_full:
    'Your storage is full: {{used, number}} MB of {{most, number}} MB are in use. Nothing was uploaded. Delete documents that you no longer need, and try again.',
  installation_storage_full:
    'The storage of this {{brand}} is full. Nothing was uploaded. Please tell your administrator.',
  disk_full:
    'The disk of this {{brand}} is full, so nothing new could be stored. What is already here is safe. Tell the person who runs it, and try again later.',
  disk_low:
    'The disk of this {{brand}} is almost full, so it stores nothing new at the moment. What is already here is safe. Tell the person who runs it, and try again later.',
  disk_read_only:
    'The disk of this {{brand}} cannot be written to, so nothing new could be stored. What is already here is safe. Tell the person who runs it, and try again later.',
  files_taken_over:
    'Another installation has taken over the files of this {{brand}}, so nothing is changed here any more. You can still read everything. Tell the person who runs it.',
  // The web opens the upgrade dialog on these words (specification, decision 13); no other sentence may
  // contain them.
  words_used_up:
    'Monthly usage limit exceeded. You have used your {{words, number}} words; they reset on {{date, date}}. Nothing was uploaded.',
  characters_used_up:
    'Monthly usage limit exceeded. You have used your {{characters, number}} characters; they reset on {{date, date}}. Nothing was uploaded.',

  // Reading a document
  too_few_words_left:
    'This document has {{words, number}} words, more than are left of your monthly allowance. It was not processed. It is kept, and can be read in one click once there are words again.',
  too_few_characters_left:
    'This document has {{characters, number}} characters, more than are left of your monthly allowance. It was not processed. It is kept, and can be read in one click once there are characters again.',
  too_few_words_left_and_not_kept:
    'This document has {{words, number}} words, more than are left of your monthly allowance. It was not processed, and it was not kept, because other documents are already waiting. Upload it again once there is room.',
  too_few_characters_left_and_not_kept:
    'This document has {{characters, number}} characters, more than are left of your monthly allowance. It was not processed, and it was not kept, because other documents are already waiting. Upload it again once there is room.',
  reading_failed:
    'Something went wrong on our side while this document was read. It is safe, and no words were counted. Try again.',
  stored_file_damaged:
    'The stored file of this document is not the one that was uploaded, so it was not checked, and no words were counted. Try again later, or upload the file again.',
  stored_text_gone: 'The text of this document is gone. Delete it and paste the text again.',
  stored_file_gone: 'The file of this document is gone. Delete it and upload the file again.',
  text_too_slow:
    'This text took too long to check, so it has no result and no words were counted. Remove unusual characters or split the text, then submit it again.',
  texts_waiting: 'Many texts are being checked at the moment. Nothing is lost. Try again in a few seconds.',
  document_has_too_many_words:
    'This document has {{words, number}} words, and {{brand}} checks up to {{most, number}} in one piece. Nothing was counted against your allowance. Split it into parts and submit each part.',
  text_of_one_word:
    'This document contains a single word. Nothing was counted against your allowance. Check that it is the right one and submit it again.',
  text_without_words:
    'This text contains no words, only punctuation or other symbols. Nothing was counted against your allowance. Check that it is the right one and submit it again.',

  // Documents
  document_unknown: 'There is no such document. It may have been deleted.',
  document_not_found: 'There is no such document.',
  document_completed: 'This document is completed. Its report stays as it is.',
  document_in_progress: 'This document is being processed already. Wait for its result.',
  document_not_kept: 'This document could not be processed and is not kept. Upload it again.',
  document_not_retryable:
    'This document cannot be tried again. It is queued, finished or deleted, or its file was not kept.',
  document_without_text: 'This file contains no text that can be read.',
  document_not_read: 'The text of this document has not been read yet. Look again when it is completed.',
  list_changed: 'The list has changed since this page was read. Load it again from the top.',
  report_not_ready: 'This document is not completed yet. Its report will be available when it is.',
  report_unknown: 'No assessment result found for this document.',
  report_up_to_date:
    'The current detector has already checked this text. Check it again when there is a newer one. Nothing was changed.',
  printer_busy:
    'Many reports are being made just now. Nothing is lost. Try again in a minute, or print the page from your browser.',
  printer_slow:
    'The PDF took too long to make. The report itself is safe. Try again, or print the page from your browser.',
  look_up_off: 'References cannot be looked up here: the operator of this installation has not turned it on.',

  // Students and classes
  student_unknown: 'There is no such student. They may have been deleted.',
  student_id_taken: 'You already have a student with this external ID. Enter another one, or leave it empty.',
  student_not_in_class:
    '{{student}} is not in the class {{class}}. Add the student to the class first, or choose another.',
  class_unknown: 'There is no such class. It may have been deleted.',
  class_unknown_unchanged: 'There is no such class. It may have been deleted. Nothing was changed.',
  class_name_taken: 'You already have a class with this name and year. Choose another name or year.',
  class_without_reports: 'No document of this class is completed yet, so it has no report to export.',

  // Comparisons
  upload_unknown: 'There is no such upload. Its documents may have been deleted.',
  comparison_unknown: 'There is no such comparison. A newer one may have replaced it.',
  compare_one_thing: 'Choose either a class or an upload to compare.',
  nothing_to_compare:
    'There are fewer than two completed documents to compare. Upload more, or wait until they are completed.',
  too_many_to_compare:
    'There are more than 3,000 documents. Nothing was compared. Compare an upload, or divide the class.',
  too_long_to_compare:
    'These documents have more than 3 million words together. Nothing was compared. Compare an upload, or divide the class.',
  comparison_just_sent: 'These documents were sent for comparison a moment ago. Try again.',
  pair_unknown: 'There is no such pair. A document may have been deleted, or the class compared again.',
  too_many_sources:
    'This class has {{most, number}} sources already. Nothing was added. Delete one that you no longer need, and try again.',
  sources_too_long:
    'The sources of a class can have {{most, number}} words together, and with this one they have more. Nothing is lost. Delete it, and add the part that matters.',
  source_unknown: 'There is no such source. It may have been deleted.',
  source_match_unknown:
    'There is no such match. The source or the document may have been deleted, or compared again.',
  source_match_outdated: 'This document was read again and is being compared anew. Try again in a minute.',
  school_match_unknown:
    'There is no such match. A document may have been deleted or compared again, or your school no longer compares texts across teachers.',
  comparison_refused:
    'This colleague declined to compare their document with one of yours, or withdrew their consent, so you cannot ask about it again. They can still agree to an earlier request, or ask you.',
  comparison_request_unknown:
    'There is no such request. It may have been taken back, a document deleted, or your school no longer compares texts across teachers.',
  comparison_request_answered:
    'This request was answered in another way meanwhile. Reload the page to see how it stands.',
  comparison_not_yours_to_answer:
    'You made this request, so only your colleague can answer it. You can take it back.',
  comparison_not_yours_to_cancel:
    'Your colleague made this request, so only they can take it back. You can decline it, or withdraw your consent.',
  colleague_deactivated:
    'The account of this colleague is deactivated, so nobody could answer. Ask whoever manages the accounts of your school.',
  school_comparison_impossible:
    'This installation sells plans, so its teachers are not those of one school. Texts are never compared across them.',
  pair_outdated: 'One of these documents was read again since the comparison. Compare once more.',

  // Cases
  case_unknown: 'There is no such case. It may have been deleted.',
  case_about_sample: 'This is a sample. Open a case about a document of one of your students.',
  case_without_student: 'Assign this document to a student first. A case is about one student.',
  case_of_another_student: 'This document belongs to another student. A case is about one student.',
  document_in_case: 'This document is in a case already.',
  document_not_in_case: 'This document is not in the case.',
  scores_hidden: 'Switch on score and label in the list of columns first.',
  case_full: 'A case holds at most {{documents, number}} documents.',
  case_on_record: 'This case is a record by now and cannot be deleted. You can decide it instead.',
  student_unheard: 'Hear the student before you refer the case: record their answer, or a meeting with them.',
  nothing_said:
    'Record first what the student said: their answer, or a meeting with them. A result cannot say it for them.',
  unheard_reason_missing: 'Say why the student was not heard.',
  appeal_pending: 'The student has appealed. A second person decides now.',
  appeal_decided:
    'A second person has decided on appeal. After that, the only decision that you can still make is to clear the student.',
  appeal_unknown: 'There is no such appeal. It may go to somebody else by now.',
  appeal_ended: 'This appeal has ended. Its outcome is part of the record.',
  appealed_decision:
    'This is the decision that the student appealed against. Let it stand, or choose another.',
  reviewer_without_account: 'Nobody with this address has signed in here. Ask them to sign in once.',
  reviewer_ambiguous: 'Several accounts have this address.',
  reviewer_named: 'This person is named already.',
  too_many_reviewers: 'At most {{people, number}} people can be named. Remove somebody first.',
  reviewer_unknown: 'This person is not named for appeals.',
  questions_missing: 'Write down first what you ask the student. The page shows your questions.',
  student_emailed_often:
    'This student got {{most, number}} emails with links from you within a day. Nothing was changed: the last link still works. Make a new one without an email, and copy it.',
  student_email_missing:
    'No email address of this student is known. Enter one with the student, or copy the link.',
  no_open_link: 'There is no open link. Make a new one.',
  link_not_kept:
    'This link was made by an earlier version, or with a key that is gone, and cannot be shown again. Make a new one, which replaces it.',
  link_long_expired: 'This link expired long ago. Make a new one.',
  file_unknown: 'There is no such file. It may have been deleted.',

  // Writing room
  task_unknown: 'There is no such writing task. It may have been deleted.',
  too_many_tasks:
    'You have {{tasks, number}} writing tasks, which is the most. Delete one that you no longer need.',
  words_reversed: 'The lower number of words must not be above the upper one.',
  student_left_class: 'This student does not belong to the writing task. They may have left the class.',
  task_closed:
    'Your teacher has closed this task. What you have written is kept. Ask them if you need to go on.',
  link_wrong: 'This link does not work. Ask your teacher for a new one.',
  pin_wrong: 'This is not the PIN of your class. Ask your teacher for it.',
  several_editors: 'Send the entries of one editor at a time.',
  entries_out_of_order: 'The entries are not in their order.',
  clock_wrong: 'The clock of this device is wrong. Set it and try again.',
  change_too_large: 'This change is too large to be stored at once. Paste it in parts.',
  change_does_not_fit: 'A change does not fit the stored text. Nothing was stored. Reload the page.',
  handed_in: 'This text was handed in. Take it back to go on writing.',
  not_begun: 'Read first what is recorded, and begin.',
  page_ahead:
    'This page holds changes that the stored text does not have. Copy your text and reload the page.',
  record_full:
    'The record of this text is full. Nothing more can be stored. Hand the text in, or ask your teacher.',
  student_text_too_long:
    'The text is longer than 200,000 characters. Nothing was stored. Take back the last change.',
  text_changed: 'The text has changed since this page showed it. Read it again, then hand it in.',
  account_cannot_take_text:
    'Your text is safe, but your teacher’s account cannot take it in right now. Tell your teacher, and hand it in again later.',
  handed_in_already: 'This text was handed in already.',
  nothing_written: 'There is nothing to hand in yet. Write something first.',
  not_handed_in: 'This text has not been handed in.',
  taken_back_too_late: 'The due date has passed, so this text cannot be taken back. Talk to your teacher.',
  taken_back_too_often: 'This text was taken back too often. Talk to your teacher.',
  text_in_case: 'Your teacher is looking at this text already, so it cannot be taken back. Talk to them.',
  record_changed: 'A part of this record was changed outside the product and cannot be read.',
  writing_unknown: 'There is no such text. It may have been deleted.',

  // Plans and payments
  payments_off: 'This installation does not take payments.',
  payments_off_ask: 'This installation does not take payments. Ask its administrator for another plan.',
  plans_off:
    'Plans are switched off on this installation: every account has everything. Nothing was changed.',
  price_unknown: 'There is no such plan to buy. Reload the page and choose again.',
  schools_includes_pro: 'Your Schools plan includes everything in Pro.',
  pro_already: 'You already have a Pro subscription. Manage it in the billing portal.',
  billing_portal_missing: 'There is no billing portal for you yet: you have not paid for a plan.',
  billing_details_gone:
    'The payment provider no longer has your details, so there is no billing portal. Your documents are safe.',
  teacher_pays_for_pro:
    'This teacher pays for Pro every month. Nothing was changed. Ask them to cancel it in the billing portal first.',
  payment_in_progress: 'Another payment of yours is being processed. Reload the page in a minute.',
  signature_wrong: 'The signature does not match this event.',

  // API keys, webhooks and learning platforms
  too_many_keys: 'You have {{keys, number}} API keys. Revoke one that you no longer use.',
  key_unknown: 'There is no such API key. It may have been revoked.',
  key_too_fast: 'This API key calls too often. Wait {{seconds, number}} seconds.',
  key_refused: 'This API key does not work. It may have been revoked or have expired.',
  key_not_enough: 'API keys cannot make this call. Sign in to make it.',
  scope_missing: 'This API key does not have the scope "{{scope}}".',
  webhook_unknown: 'There is no such webhook. It may have been removed.',
  too_many_webhooks: 'You have {{webhooks, number}} webhooks. Remove one first.',
  webhook_off: 'This webhook is off. Turn it on first.',
  webhook_tested_often:
    'Five tests of this webhook were sent within ten minutes. Wait a few minutes, then send another.',
  webhook_address_refused: 'Enter a public https:// address that contains no password.',
  address_not_public: 'Enter a public https:// address.',
  platform_unknown: 'There is no such platform. It may have been removed.',
  platform_registered: 'This platform is already registered with this client ID.',
  platform_account_taken:
    'This account at {{platform}} belongs to another {{brand}} account. Sign in with that one.',
  platform_notices_refused:
    'The platform did not agree to notify {{brand}} of submissions. Nothing was linked. Its administrator can allow it.',
  linked_class_deleted:
    'The class of this writing task was deleted, so nobody can write there. Nothing was linked.',
  linked_course_missing:
    'The platform does not say which course this is, so its students could not be let in. Nothing was linked.',
  launch_without_choice: 'There is nothing to choose for this launch.',
  link_kind_refused: 'The platform does not take this kind of link here. Nothing was linked.',
  launch_over: 'This launch is over. Go back to your course and open {{brand}} from there again.',
  asset_report_unknown:
    'You have no report on this file. It may have been deleted, or another teacher asked for it.',
  class_not_from_course: 'This class was not created from a course on a learning platform.',
  platform_hides_names:
    'The platform does not share the names of this course’s students. Its administrator can allow that.',
  platform_answer_unexpected:
    'The platform gave an unexpected answer. Nothing was changed. Try again in a moment.',

  // Public site
  demo_busy: 'Many people are trying the demo just now. Please try again in a few seconds.',
  human_check_used:
    'Please complete the verification again. Each one is valid for one text, for five minutes.',
  message_unknown: 'There is no such message.',

  // Own data, bin, mails and jobs
  archive_unknown: 'There is no such archive. It may have expired: ask for a new one.',
  archive_just_finished: 'An archive was just finished. Try again.',
  archive_not_ready: 'This archive is not ready yet. Download it when it is.',
  archive_link_expired: 'This link has expired. Ask for a new one on your profile.',
  archive_replaced: 'This archive was deleted, or its owner has asked for a new one.',
  not_in_bin: 'This is not in the bin. It may have been restored, or erased for good.',
  not_restored_now: 'This could not be restored just now. Nothing was changed. Try again in a moment.',
  email_not_stored: 'This email is no longer stored.',
  held_files_changed:
    'The number of these files has changed, or they have been set aside already. Look at the page again.',
  job_unknown: 'There is no such job.',
  job_retried: 'This job has already been tried again, or was deleted.',

  // Backups and restores
  backup_unknown: 'There is no such backup. It may have been deleted.',
  backup_running: 'Another backup is being made or verified. Wait until it is finished.',
  backup_being_verified: 'This backup is being verified. Wait until that is finished.',
  backup_link_expired: 'This link has expired. Ask for a new one on the page of the backups.',
  backup_folder_read_only:
    'The folder for backups cannot be written. Set BACKUP_DIR to a folder that this program may write.',
  pg_dump_missing:
    'This server lacks the program pg_dump, which copies a PostgreSQL database. Install the PostgreSQL client tools and try again.',
  pg_dump_too_old:
    'The program pg_dump is older than the PostgreSQL server and cannot copy it. Install the client tools of the server’s version and try again.',
  backup_needs_space:
    'A backup needs about {{needed, number}} MB, and the disk of the backups has {{free, number}} MB free. Delete old backups, or set BACKUP_DIR to a folder on a larger disk.',
  backup_filled_disk:
    'The disk filled up. Nothing of this backup was kept. Delete old backups, or set BACKUP_DIR to a folder on a larger disk.',
  backup_failed: 'The backup failed: {{error}}',
  backup_kept_ending: 'The program ended several times while it worked on this backup. Its log may say why.',
  backup_lacks_file: 'The backup is incomplete: {{file}} is missing.',
  backup_lacks_manifest: 'The backup is incomplete: its manifest is missing or cannot be read.',
  backup_file_changed: 'The backup is damaged: {{file}} has changed since the backup was made.',
  backup_file_added: 'The backup was changed: {{file}} is not part of it.',
  rehearsal_needs_space:
    'There is too little free space to rehearse a restore: it needs {{needed, number}} MB, and {{free, number}} MB are free.',
  rehearsal_filled_disk: 'The disk filled up while a restore was rehearsed.',
  rehearsal_lacks_files:
    'The restored backup lacks {{missing, number}} of the {{files, number}} files that its documents need.',
  rehearsal_other_file: 'A document of the restored backup has another file than the one that was uploaded.',
  rehearsal_no_text: 'A document of the restored backup has no text.',
  rehearsal_unopened: 'A document of the restored backup could not be opened: {{error}}',
  rehearsal_failed: 'The backup could not be restored: {{error}}',
  restore_over:
    'This restore is over: it was cancelled, another one was begun, or nobody continued it for two days.',
  restore_on_command_line:
    'This installation uses a PostgreSQL server. Restore the backup on the command line: npm run restore.',
  restore_running: 'A backup is being restored at the moment. Wait until the product has started again.',
  restore_not_checked: 'The file has not been checked yet. Wait until it has.',
  restore_needs_space:
    'Restoring this backup needs about {{needed, number}} MB, and the disk of the data has {{free, number}} MB free. Make room and try again. Nothing was changed.',
  restore_part_misplaced: 'The next part must begin at byte {{offset}}, where the last one ended.',
  restore_part_wrong: 'This part is empty, or goes beyond the end of the file. Choose the file again.',
  restore_file_wrong:
    'This file is not a downloaded backup. Choose the file that ends in .tar, as it was downloaded, not compressed.',
  restore_disk_full: 'The disk of the data is full. Make room and try again. What has arrived is kept.',
  restore_check_disk_full:
    'The disk of the data is full. Make room and choose the file again. Nothing was changed.',
  restore_check_failed: 'The file could not be checked. The log of the server says why. Nothing was changed.',
  restore_file_damaged:
    'The file is damaged or incomplete. Download the backup again, or use an older one. Nothing was changed.',
  restore_file_unknown: 'This file is not a backup, or a newer version has made it. Nothing was changed.',
  restore_of_server:
    'This backup was made from a PostgreSQL server, and this installation has its database in its data folder. Nothing was changed.',
  restore_of_newer_version:
    'The backup was made by version {{made}}. Install that version first; this one is {{here}}.',
  restore_into_server: 'The backup was made from a PostgreSQL server. Set DATABASE_URL to an empty database.',
  restore_into_embedded: 'The backup was made from an embedded database. Unset DATABASE_URL to restore it.',
  restore_of_newer_database:
    'This backup was made by a newer version than this one ({{version}}). Update first. Nothing was changed.',
  restore_without_database: 'This backup holds no database, so it cannot be restored. Nothing was changed.',
  restore_with_files:
    'This backup holds uploaded files, and this installation keeps them in a bucket. Restore it without S3_BUCKET. Nothing was changed.',
  restore_lacks_file: 'The backup is incomplete: {{file}} is missing. Nothing was changed.',
  restore_file_changed:
    'The backup is damaged: {{file}} has changed since the backup was made. Nothing was changed.',
  restore_file_added: 'The backup was changed: {{file}} is not part of it. Nothing was changed.',
  restore_lost_staged: 'The unpacked backup is gone.',

  // Files that cannot be read: what happened, what is safe, what to do
  file_encrypted:
    'This file is protected with a password, so we cannot read it. Nothing was counted against your allowance. Save a copy without the password and upload that.',
  file_damaged:
    'This file is damaged or incomplete, so we cannot read it. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  file_embedded:
    'The text of this document is embedded in it as another file, which we cannot read. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  pdf_letters_unknown:
    'The fonts of this PDF do not say which letters they draw, so that parts of many words are lost and no score would be fair. Nothing was counted against your allowance. Upload the original document, or save it as a PDF again with another program.',
  pdf_of_images:
    'This PDF contains only images of pages and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.',
  document_of_images:
    'This document contains only images and no text that we can read. Nothing was counted against your allowance. Upload the original document, or run text recognition on it first.',
  scan_unreadable:
    'We found no English or French print in the pictures of these pages. They may show handwriting, which we do not read, a drawing, or another alphabet. Nothing was counted against your allowance. Upload the original document if there is one.',
  scan_uneven:
    'The letters of this scan do not stand as evenly as printed ones: it is handwriting, which we do not read reliably, a coarse scan, or a very noisy photograph. Nothing was counted against your allowance. Scan printed pages again at 300 dots per inch, or upload the original document.',
  scan_coarse:
    'The letters of this scan are only a few dots high, too few to read them. Nothing was counted against your allowance. Scan the pages again at 300 dots per inch, or upload the original document.',
  scan_faint:
    'The print of this scan is too faint to read. Nothing was counted against your allowance. Scan the pages again with a darker setting, or upload the original document.',
  scan_blurred:
    'The letters of this scan are blurred. Nothing was counted against your allowance. Scan the pages again, or photograph them with a steady hand and more light, or upload the original document.',
  scan_noisy:
    'This scan is full of specks, so that its letters cannot be told from them. Nothing was counted against your allowance. Scan the pages again on a clean glass or with more light, or upload the original document.',
  scan_too_slow:
    'Reading the pictures of these pages took too long, so we stopped: they are very noisy, or drawings more than text. Nothing was counted against your allowance. Upload the original document if there is one.',
  file_empty:
    'This file contains no text. Nothing was counted against your allowance. Check that it is the right file and upload it again.',
  file_unsupported:
    'This is not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Save it as {{anyType}} and upload that.',
  file_is_picture:
    'This is a picture, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Upload the original document, or save the picture as a PDF: we read print in pictures of pages.',
  file_is_spreadsheet:
    'This is a spreadsheet, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Save its text as {{anyType}} and upload that.',
  file_is_presentation:
    'This is a presentation, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Save it as a PDF and upload that.',
  file_is_open_document:
    'This is an OpenDocument text, as LibreOffice writes it, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Save it as {{anyType}} and upload that.',
  file_is_pages_document:
    'This is a document of Apple Pages, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Export it to PDF or Word and upload that.',
  file_is_archive:
    'This is an archive that holds other files, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Unpack it and upload the documents in it.',
  file_is_recording:
    'This is a sound recording or a film, not a {{anyKind}} file, whatever its name says. Nothing was counted against your allowance. Check that it is the right file and upload the document.',
  file_is_short_text:
    'This is a plain text of a few words, not the {{anyKindButText}} file that its name says. Nothing was counted against your allowance. Check that it is the right file and upload the document.',
  word_too_old:
    'This file was written by a version of Word that is too old for us to read. Nothing was counted against your allowance. Save it as {{anyType}} and upload that.',
  too_many_pages:
    'This document has {{pages, number}} pages and we read up to {{most, number}}. Nothing was counted against your allowance. Split it into parts and upload each part.',
  too_many_scanned_pages:
    'This document has {{pages, number}} scanned pages and we read up to {{most, number}}. Nothing was counted against your allowance. Split it into parts and upload each part.',
  content_too_large:
    'This file contains more than we can read in one go. Nothing was counted against your allowance. Split it into parts and upload each part.',
  file_too_slow:
    'Reading this file took too long, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',
  file_took_too_much_memory:
    'Reading this file took too much memory, so we stopped. Nothing was counted against your allowance. Open it in the program that made it, save it again and upload the new copy.',

  /** A sentence that an earlier version stored, or that a program outside wrote. */
  verbatim: '{{text}}',
} as const
