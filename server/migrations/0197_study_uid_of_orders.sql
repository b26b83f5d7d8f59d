-- A study is looked for by the study UID that its machine was told (docs/decisions/324).
create index visit_service_by_study_uid on visit_service (client_id, study_iuid) where study_iuid <> '';
