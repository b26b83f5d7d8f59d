-- Since when somebody reads a study: an open report reserves it softly (docs/studies.md#reserved-studies).

alter table report_writer add column since timestamptz not null default now();
