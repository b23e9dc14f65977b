-- Which integrations teachers said they would like.
create table integration_interests (
  teacher_id uuid not null references teachers (id),
  integration text not null,
  created_at timestamptz not null default now(),
  primary key (teacher_id, integration)
);

-- Keys with which a teacher's own programs call the API.
create table api_keys (
  id uuid primary key,
  teacher_id uuid not null references teachers (id),
  name text not null,
  -- The first characters of the key, for its owner to know it by.
  prefix text not null,
  -- SHA-256 of the whole key. It holds 256 bits of chance, so nothing slower is needed.
  hash text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);

create index api_keys_by_teacher on api_keys (teacher_id, created_at desc);
