-- Whose patient somebody is of whom there is no record yet: those of who registered them (docs/decisions/256).
create index patient_by_registrar on patient (client_id, created_by) where hidden is null;
