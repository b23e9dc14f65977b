-- Learning platforms that may send teachers here.
create table lti_platforms (
  id uuid primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  auth_url text not null,
  token_url text not null,
  keys_url text not null,
  deployment_ids text[] not null check (cardinality(deployment_ids) > 0),
  created_at timestamptz not null default now(),
  unique (issuer, client_id)
);

-- Keys with which this installation signs what it tells them.
create table lti_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Launches that were begun: a row opens one launch, once, in the browser that began it.
create table lti_logins (
  state_hash text primary key,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  nonce text not null,
  browser_hash text not null,
  expires_at timestamptz not null
);
create index lti_logins_expiry on lti_logins (expires_at);

-- Launches that were checked and wait for their teacher to be signed in.
create table lti_launches (
  ticket_hash text primary key,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  subject text not null,
  person_name text,
  context_id text,
  context_title text,
  -- Of the first who came with the ticket; nobody else may follow it.
  teacher_id uuid references teachers (id),
  expires_at timestamptz not null
);
create index lti_launches_expiry on lti_launches (expires_at);

-- Which account at a platform is which teacher's.
create table lti_people (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  subject text not null,
  teacher_id uuid not null references teachers (id),
  created_at timestamptz not null default now(),
  primary key (platform_id, subject)
);
create index lti_people_by_teacher on lti_people (teacher_id);

-- Which class of a teacher's a course of a platform is.
create table lti_courses (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  context_id text not null,
  teacher_id uuid not null references teachers (id),
  class_group_id uuid not null references class_groups (id) on delete cascade,
  primary key (platform_id, context_id, teacher_id)
);
create index lti_courses_by_class on lti_courses (class_group_id);
