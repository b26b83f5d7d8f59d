-- Names found as they are written and as they are misspelt, among a million patients (docs/decisions/148). The words that
-- names are made of are few: what is typed is compared with each of them, and who bears one that fits is found by an index.

create extension if not exists fuzzystrmatch;

-- The words of a name in plain small letters: accents go, letters of other scripts stay. Longer words than can be compared
-- are cut.
create function name_words(name text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 64)), '{}')
  from unnest(regexp_split_to_array(
    lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g')), '[\s!-/:-@\[-`{-~]+')) word
  where word <> ''
$$;
grant execute on function name_words(text) to readroom_app;

alter table patient
  add column name_words text[] not null generated always as (name_words(fname || ' ' || lname)) stored;
create or replace view patient_search as
  select * from patient where client_id = nullif(current_setting('app.client_id', true), '')::uuid;
create index patient_by_words on patient using gin (client_id, name_words) where hidden is null;
-- Names were looked for in it.
drop index patient_text;

-- Every word that a patient's name ever had. None is taken away: one that nobody bears finds nobody.
create table patient_word (
  client_id uuid not null references client (id),
  word text not null,
  primary key (client_id, word)
);
alter table patient_word enable row level security;
create policy tenant on patient_word
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on patient_word to readroom_app;

insert into patient_word (client_id, word) select distinct client_id, unnest(name_words) from patient;
analyze patient, patient_word;
