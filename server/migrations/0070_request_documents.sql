-- What a patient sends with a request for an appointment (spec 4 section 2.8): an image or PDF of up to 5 MB.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('report_image', 'letterhead', 'signature',
  'photo', 'document', 'visit_document', 'request_document', 'booklet_image', 'logo', 'bodypart_photo', 'que_banner',
  'booklet_cover', 'template_word'));
create index booking_request_open on booking_request (client_id, patient_id) where status = 'Requested' and hidden is null;
