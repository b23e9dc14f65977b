-- Mail that waits to be sent, and a record of what was sent. A row is written in the transaction of what the mail is about.
create table mails (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Null once a mail server has taken the mail: a link in it opens an account.
  body text,
  html text,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  fault text
);

create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_newest on mails (created_at desc, id desc);
