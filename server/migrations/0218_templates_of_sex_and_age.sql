-- Whom a template is written for (docs/reports.md#reading-one-after-another): of two that fit otherwise, the one of the
-- patient's sex and age is offered. Completed years; an open end is null.

alter table template
  add column sex text not null default 'Any' check (sex in ('Any', 'Male', 'Female')),
  add column age_from int check (age_from between 0 and 120),
  add column age_to int check (age_to between 0 and 120),
  add constraint template_age_range check (age_from is null or age_to is null or age_from <= age_to);
