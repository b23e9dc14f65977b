-- Who a teacher is at a payment provider. The stand-in's customers and those of the real provider never mix.
create table payment_customers (
  provider text not null check (provider in ('stripe', 'stripe-test', 'stand-in')),
  customer_id text not null,
  teacher_id uuid not null references teachers (id),
  created_at timestamptz not null default now(),
  primary key (provider, customer_id),
  unique (provider, teacher_id)
);

-- What the provider last told about a subscription. Rows outlive it.
create table subscriptions (
  id text primary key,
  provider text not null check (provider in ('stripe', 'stripe-test', 'stand-in')),
  teacher_id uuid not null references teachers (id),
  plan text not null check (plan in ('FREE', 'PRO', 'SCHOOLS')),
  status text not null,
  cancel_at_period_end boolean not null,
  current_period_end timestamptz not null,
  started_at timestamptz not null,
  -- Since when a payment is missing; null while none is.
  past_due_since timestamptz,
  -- Readings of the provider's state are numbered before they are made: an older one never overwrites a newer one.
  reading bigint not null,
  updated_at timestamptz not null default now()
);
create index subscriptions_by_teacher on subscriptions (teacher_id);
create sequence subscription_readings;

-- Events that had their effect. One that comes again has none.
create table payment_events (
  provider text not null check (provider in ('stripe', 'stripe-test', 'stand-in')),
  id text not null,
  type text not null,
  received_at timestamptz not null default now(),
  primary key (provider, id)
);

-- What the embedded stand-in remembers: customers, checkouts, subscriptions, and events until they are delivered.
create table payment_stand_in (
  kind text not null,
  id text not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (kind, id)
);
