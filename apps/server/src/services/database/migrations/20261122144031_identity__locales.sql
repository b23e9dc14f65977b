-- People may choose American English. Rows that an older release writes meanwhile (`en`, `fr`) are understood as well, so nothing checks the values.
alter table identity_account drop constraint identity_account_language_check;
alter table identity_account alter column language set default 'en-GB';
alter table identity_registration drop constraint identity_registration_language_check;
alter table identity_reset_request drop constraint identity_reset_request_language_check;
update identity_account set language = case language when 'fr' then 'fr-FR' else 'en-GB' end;
update identity_registration set language = case language when 'fr' then 'fr-FR' else 'en-GB' end;
update identity_reset_request set language = case language when 'fr' then 'fr-FR' else 'en-GB' end;
