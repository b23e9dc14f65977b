-- What a teacher may say about themselves on the profile page.
alter table teachers add column how_did_you_hear text, add column description text;
