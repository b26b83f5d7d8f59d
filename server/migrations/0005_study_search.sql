-- Finding studies by name, number or description among hundreds of thousands (docs/decisions/020).
-- Under row-level security ILIKE may not use an index, because the operator is not leakproof. This view belongs to
-- readroom_owner, so it reads past the policies, and limits itself to the client of the transaction: no client set, no rows.
-- It is not a security barrier on purpose: the filters must reach the trigram index. The application role may define
-- neither functions nor operators, so no filter of its own can look at a foreign row.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create index study_text on study using gin
  (client_id, pat_name gin_trgm_ops, pat_id gin_trgm_ops, accession_no gin_trgm_ops, study_desc gin_trgm_ops,
   ref_physician gin_trgm_ops)
  where hidden is null;

create view study_search as
  select * from study where client_id = nullif(current_setting('app.client_id', true), '')::uuid;
grant select on study_search to readroom_app;

-- Used modalities by leaps over the index, and lists of one modality.
create index study_modality on study (client_id, modality, received_datetime desc, id desc) where hidden is null;
