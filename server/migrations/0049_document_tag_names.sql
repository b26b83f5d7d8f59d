-- The platform's kinds of document have a name each; what clients kept themselves before is left as it is.
create unique index document_tag_by_name on document_tag (client_id, lower(name))
  where hidden is null and client_id = '00000000-0000-7000-8000-000000000001';
