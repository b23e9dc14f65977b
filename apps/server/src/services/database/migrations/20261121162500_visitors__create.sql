-- How often a place that nobody signed in from did something. The columns are those of rate-limiter-flexible; `expire` is in milliseconds since 1970.
create table visitor_count (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index visitor_count_expiry on visitor_count (expire);

-- Made once and shared by every process on this database.
create table visitor_secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- What opens a door once: a row here has been used.
create table human_check_spent (
  id text primary key,
  expires_at timestamptz not null
);
create index human_check_spent_expiry on human_check_spent (expires_at);

create table support_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  -- Null for a message from the public site.
  teacher_id uuid references teachers (id) on delete cascade,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index support_messages_by_time on support_messages (created_at desc, id desc);
