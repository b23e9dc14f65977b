-- A platform that registered itself may name its deployments later: until then nobody can launch from it.
alter table lti_platforms drop constraint lti_platforms_deployment_ids_check;
-- A deployment that asked to launch, with a good signature, and was not let in; shown to administrators.
alter table lti_platforms add column asked_deployment_id text;

-- Addresses that administrators gave a platform to register itself with, once.
create table lti_invitations (
  secret_hash text primary key,
  teacher_id uuid not null references teachers (id),
  expires_at timestamptz not null
);
create index lti_invitations_expiry on lti_invitations (expires_at);

-- What a launch asks for: to open a class, to choose what a course links to, or to read a report.
alter table lti_launches add column asked jsonb not null default '{"kind":"class"}';
alter table lti_launches add column deployment_id text;
-- Where the platform takes who is to hear of submissions; null where it tells nobody.
alter table lti_launches add column notices_url text;
-- What was chosen, signed, on its way back to the platform.
alter table lti_launches add column answer text;
-- Whether the launch ended in a frame of the platform, which has to send the answer itself.
alter table lti_launches add column framed boolean not null default false;

-- Which students a course put into a class, so that who leaves the course leaves the class, and nobody else does.
create table lti_members (
  class_group_id uuid not null references class_groups (id) on delete cascade,
  student_id uuid not null references students (id) on delete cascade,
  primary key (class_group_id, student_id)
);
create index lti_members_by_student on lti_members (student_id);

-- Assignments whose submissions come here, each for the teacher who chose that.
create table lti_processors (
  id uuid primary key,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  class_group_id uuid references class_groups (id) on delete set null,
  activity_id text,
  names_url text,
  language text not null,
  created_at timestamptz not null default now()
);
create index lti_processors_by_teacher on lti_processors (teacher_id);
create index lti_processors_by_activity on lti_processors (platform_id, activity_id);
create index lti_processors_by_class on lti_processors (class_group_id);

-- Notices that were taken, as long as their tokens are good: one that comes again changes nothing.
create table lti_notices (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  nonce text not null,
  notice_id text not null,
  expires_at timestamptz not null,
  primary key (platform_id, nonce)
);
create index lti_notices_expiry on lti_notices (expires_at);

-- Files of submissions: the row is the job while there is something to do, and leads from the file to its report afterwards.
create table lti_assets (
  id uuid primary key,
  processor_id uuid not null references lti_processors (id) on delete cascade,
  teacher_id uuid not null references teachers (id),
  asset_id text not null,
  asset_url text not null,
  report_url text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint,
  sha256 text,
  submission_id text,
  -- Who handed it in, as the platform names them; forgotten once the file is here.
  person jsonb,
  document_id uuid references documents (id) on delete set null,
  fetched_at timestamptz,
  -- Why there is no document, in the words of the standard.
  refusal text,
  -- The status that the platform was told last.
  told text,
  -- Nothing is left to do.
  is_closed boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  held_until timestamptz,
  created_at timestamptz not null default now(),
  unique (processor_id, asset_id)
);
create index lti_assets_due on lti_assets (next_attempt_at) where not is_closed;
create index lti_assets_by_teacher on lti_assets (teacher_id);
create index lti_assets_by_document on lti_assets (document_id);
create index lti_assets_by_asset on lti_assets (asset_id);

-- Mails that tell teachers of their webhooks speak the language of the page that added them.
alter table webhook_endpoints add column language text not null default 'en-GB';
