-- From a merged record to the one that was kept: the former studies of a patient are those of all records of the person.
create index patient_merge_by_merged on patient_merge (client_id, merged_id);
